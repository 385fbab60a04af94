// Program: uses one processor without pause, like other work on the machine.
for (;;) Math.random()
