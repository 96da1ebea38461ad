// The program; its library does the work.
