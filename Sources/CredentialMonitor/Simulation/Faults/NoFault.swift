/// Nothing goes wrong.
struct NoFault: Fault {}
