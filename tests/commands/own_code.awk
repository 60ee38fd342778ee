# SPDX-License-Identifier: GPL-3.0-or-later
# From the linker's map of a program: where its own code lies, BEGIN SIZE a line in hexadecimal. What is taken from archives
# of the system is left out, and so what those ask for without memory is theirs, as when they are shared.
/^ \.text[^ ]*$/ { waits = 1; next }
waits && $1 ~ /^0x/ { take($1, $2, $3); waits = 0; next }
/^ \.text[^ ]* +0x/ { take($2, $3, $4) }
{ waits = 0 }
function take(at, size, file) {
  if (size != "0x0" && file !~ /^\//) print substr(at, 3), substr(size, 3)
}
