#pragma once
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>

/* The entries of a vtable are macros that expand to compound literals, which Swift does not import;
 * each function returns one by value. Every pointer must outlive the slot of the vtable. */

static inline sd_bus_vtable csystemd_vtable_start(uint64_t flags) {
  return (sd_bus_vtable)SD_BUS_VTABLE_START(flags);
}

/* names: every argument's name followed by a NUL, inputs first, and one more NUL. */
static inline sd_bus_vtable csystemd_vtable_method(const char *member, const char *signature,
                                                   const char *result, const char *names,
                                                   sd_bus_message_handler_t handler,
                                                   uint64_t flags) {
  return (sd_bus_vtable)SD_BUS_METHOD_WITH_NAMES(member, signature, names, result, , handler,
                                                 flags);
}

static inline sd_bus_vtable csystemd_vtable_signal(const char *member, const char *signature,
                                                   const char *names, uint64_t flags) {
  return (sd_bus_vtable)SD_BUS_SIGNAL_WITH_NAMES(member, signature, names, flags);
}

static inline sd_bus_vtable csystemd_vtable_property(const char *member, const char *signature,
                                                     sd_bus_property_get_t get, uint64_t flags) {
  return (sd_bus_vtable)SD_BUS_PROPERTY(member, signature, get, 0, flags);
}

static inline sd_bus_vtable csystemd_vtable_end(void) {
  return (sd_bus_vtable)SD_BUS_VTABLE_END;
}
