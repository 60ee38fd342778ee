/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program with every fault that hardened.sh looks for; how it is linked is in CMakeLists.txt. */
#include <stdio.h>

int main(void)
{
    return puts("built in " TWC_SOURCE_DIR) < 0;
}
