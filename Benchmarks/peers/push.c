/* Hands each line of a file over as a push, at most so many at once, and prints for each the
 * microseconds from the call to its answer. Usage: push BUS-ADDRESS PROVIDER FILE AT-ONCE */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <systemd/sd-bus.h>
#include <time.h>
#include <unistd.h>

static long waiting;

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000LL + time.tv_nsec / 1000;
}

static int fail(const char *what, int status) {
  fprintf(stderr, "%s: %d\n", what, status);
  exit(1);
}

static int on_answer(sd_bus_message *message, void *context, sd_bus_error *error) {
  long long *start = context;
  (void)error;
  const sd_bus_error *refused = sd_bus_message_get_error(message);
  if (refused) fail(refused->message ? refused->message : "SubmitPush", 0);
  printf("%lld\n", now() - *start);
  free(start);
  waiting--;
  return 0;
}

static void submit(sd_bus *bus, const char *provider, const char *body, size_t length) {
  static const char *name = "org.credstate.Monitor1", *path = "/org/credstate/Monitor1";
  sd_bus_message *call = NULL;
  int file = memfd_create("push", MFD_CLOEXEC), status;
  long long *start = malloc(sizeof *start);
  if (file < 0 || write(file, body, length) != (ssize_t)length || lseek(file, 0, SEEK_SET))
    fail("memfd", file);
  *start = now();
  if ((status = sd_bus_message_new_method_call(bus, &call, name, path, name, "SubmitPush")) < 0 ||
      (status = sd_bus_message_append(call, "sha{sv}t", provider, file, 1, "content_type", "s",
                                      "application/json", (uint64_t)0)) < 0 ||
      (status = sd_bus_call_async(bus, NULL, call, on_answer, start, 30000000)) < 0)
    fail("call", status);
  sd_bus_message_unref(call);
  close(file);
  waiting++;
}

static void await(sd_bus *bus, long most) {
  while (waiting > most) {
    int status = sd_bus_process(bus, NULL);
    if (status < 0) fail("process", status);
    if (status == 0 && waiting > most && sd_bus_wait(bus, 30000000) <= 0) fail("no answer", 0);
  }
}

int main(int argc, char **argv) {
  sd_bus *bus = NULL;
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  int status;
  if (argc != 5) return 2;
  if ((status = sd_bus_new(&bus)) < 0 || (status = sd_bus_set_address(bus, argv[1])) < 0 ||
      (status = sd_bus_set_bus_client(bus, 1)) < 0 || (status = sd_bus_start(bus)) < 0)
    fail("connect", status);
  FILE *bodies = fopen(argv[3], "r");
  if (!bodies) fail(argv[3], 0);
  while ((length = getline(&line, &room, bodies)) > 0) {
    if (line[length - 1] == '\n') length--;
    await(bus, atol(argv[4]) - 1);
    submit(bus, argv[2], line, (size_t)length);
  }
  await(bus, 0);
  return 0;
}
