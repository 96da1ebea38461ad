/* Asks the daemon for a look at one subject after the other and prints for each signal
 * CredentialRevoked "SEQUENCE MICROSECONDS". Usage: revoke BUS-ADDRESS PROVIDER PREFIX COUNT */
#include <stdio.h>
#include <stdlib.h>
#include <systemd/sd-bus.h>
#include <time.h>

static uint64_t heard;

static int on_signal(sd_bus_message *message, void *context, sd_bus_error *error) {
  (void)context, (void)error;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (sd_bus_message_read(message, "t", &heard) < 0) return 0;
  printf("%llu %lld\n", (unsigned long long)heard, now.tv_sec * 1000000LL + now.tv_nsec / 1000);
  return 0;
}

static int fail(const char *what, int status) {
  fprintf(stderr, "%s: %d\n", what, status);
  return 1;
}

int main(int argc, char **argv) {
  static const char *name = "org.credstate.Monitor1", *path = "/org/credstate/Monitor1";
  sd_bus *bus = NULL;
  int status;
  if (argc != 5) return 2;
  if ((status = sd_bus_new(&bus)) < 0 || (status = sd_bus_set_address(bus, argv[1])) < 0 ||
      (status = sd_bus_set_bus_client(bus, 1)) < 0 || (status = sd_bus_start(bus)) < 0)
    return fail("connect", status);
  if ((status = sd_bus_match_signal(bus, NULL, name, path, name, "CredentialRevoked", on_signal,
                                    NULL)) < 0)
    return fail("listen", status);
  for (long number = 1; number <= atol(argv[4]); number++) {
    char subject[256];
    struct timespec pause = {0, 20000000};
    sd_bus_error error = SD_BUS_ERROR_NULL;
    nanosleep(&pause, NULL);
    snprintf(subject, sizeof subject, "%s%012ld", argv[3], number);
    heard = 0;
    status = sd_bus_call_method(bus, name, path, name, "CheckNow", &error, NULL, "sst", argv[2],
                                subject, (uint64_t)0);
    if (status < 0) return fail(error.message ? error.message : "CheckNow", status);
    while (!heard) {
      if ((status = sd_bus_process(bus, NULL)) < 0) return fail("process", status);
      if (status == 0 && !heard && sd_bus_wait(bus, 10000000) <= 0) return fail("no signal", 0);
    }
  }
  return 0;
}
