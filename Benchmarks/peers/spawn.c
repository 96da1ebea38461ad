/* The bare posix_spawn loop: starts `stamp FILE` COUNT times, one after the other, and prints for
 * each the microsecond at which it was asked for. Usage: spawn STAMP FILE COUNT */
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  for (long left = atol(argv[3]); left > 0; left--) {
    struct timespec pause = {0, 10000000}, now;
    nanosleep(&pause, NULL);
    clock_gettime(CLOCK_REALTIME, &now);
    pid_t child;
    char *arguments[] = {argv[1], argv[2], NULL};
    if (posix_spawn(&child, argv[1], NULL, NULL, arguments, environ)) return 1;
    printf("%lld\n", now.tv_sec * 1000000LL + now.tv_nsec / 1000);
    if (waitpid(child, NULL, 0) != child) return 1;
  }
  return 0;
}
