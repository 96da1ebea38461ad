/* A hook that notes when it came to life: one line "EVENT-ID MICROSECONDS" appended to a file.
 * Usage: stamp FILE */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  const char *event = getenv("CREDSTATE_EVENT_ID");
  char line[256];
  int length = snprintf(line, sizeof line, "%s %lld\n", event ? event : "-",
                        now.tv_sec * 1000000LL + now.tv_nsec / 1000);
  int file = argc == 2 ? open(argv[1], O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600) : -1;
  return file >= 0 && write(file, line, length) == length ? 0 : 1;
}
