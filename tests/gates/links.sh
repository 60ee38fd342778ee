#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# links.sh ROOT
# Fails (1) where a link of the tree leads nowhere: the first lines of sources (docs/spec/index.md 3), citations of the specification, the
# tables of its index, paths and links in the documents. Says what, one line each.
set -uo pipefail
cd "$1" || exit 4
faults=0
sources=0
links=0

fault() {
  echo "$1"
  faults=$((faults + 1))
}

# ---- sections ----

declare -A section # "page 3.5" of every heading of the specification
while IFS=: read -r page heading; do
  page=${page##*/} heading=${heading##*# } heading=${heading%% *}
  section["${page%.md} ${heading%.}"]=1
done < <(grep -oE '^##+ [0-9]+(\.[0-9]+)?\.? ' docs/spec/*.md)

# cited WHERE "ground 3.2, 4, numbers 4.2": each section is there; a number without a page is of the page before it.
cited() {
  local where=$1 page='' item items
  IFS=, read -ra items <<<"$2"
  for item in "${items[@]}"; do
    item=${item# }
    [[ $item == *\ * ]] && page=${item% *}
    links=$((links + 1))
    [ -n "${section["$page ${item##* }"]:-}" ] || fault "$where: no section ${item##* } in docs/spec/$page.md"
  done
}

# ---- the first lines of sources ----

# Every source and, on one line, the comment behind its licence.
heads() {
  awk 'FNR == 1 { if (NR > 1) print ""; printf "%s\t", FILENAME; open = 1; next }
    open { open = FNR == 2 ? /^\/\*/ && !/\*\// : !/\*\//; gsub(/^\/\*|^ ?\*\/?| ?\*\/$/, ""); printf "%s ", $0 }
    END { print "" }' reference/*/*.c fast/*.c fast/*/*.c | tr -s ' '
}

form='^ ?([^;]+\.) (Spec ([a-z]+ [0-9., a-z]+)|no spec: [^;]+);( paper ([^;]+);)? (twin ([^;]+)|no twin: [^;]+); test ([a-z0-9_/.]+\.c(, [a-z0-9_/.]+\.c)*)\.( |$)'
paper='^((Algorithm [1-8]|equation [1-4]|Table [1-7]|section [1-9](\.[1-9])?)(, |$))+$'
declare -A twins
pending=$(sed -n 's/^Not described yet: //p' docs/spec/index.md) # stages whose page is to come: `land`, ..
waiting=0
while IFS=$'\t' read -r file head; do
  stage=${file#*/}
  [[ $pending == *\`"${stage%/*}"\`* ]] && { waiting=$((waiting + 1)); continue; }
  sources=$((sources + 1))
  if ! [[ $head =~ $form ]]; then
    fault "$file: its first lines do not say what it is, section, paper, twin and test as docs/spec/index.md 3 has it"
    continue
  fi
  spec=${BASH_REMATCH[3]} of_paper=${BASH_REMATCH[5]} twins[$file]=${BASH_REMATCH[7]} tests=${BASH_REMATCH[8]}
  [ -z "$spec" ] || cited "$file" "$spec"
  [ -z "$of_paper" ] || [[ $of_paper =~ $paper ]] || fault "$file: the paper has no \"$of_paper\""
  for test in ${tests//,/}; do
    [ -f "$test" ] && [[ $test == tests/* ]] || fault "$file: no test $test"
  done
done < <(heads)
for file in "${!twins[@]}"; do
  for twin in ${twins[$file]//,/}; do
    links=$((links + 1))
    if [ ! -f "$twin" ] || [ "${twin%%/*}" = "${file%%/*}" ]; then
      fault "$file: no twin $twin on the other side"
    elif ! [[ " ${twins[$twin]:-} " =~ [\ ]${file}[,\ ] ]]; then
      fault "$file: its twin $twin does not name it back"
    fi
  done
done

# ---- citations: "docs/spec/ground.md 3.2, 4" in sources and documents; "`ground.md` 3.2" within the specification ----

while IFS=: read -r file line text; do
  text=${text//\`/}
  text=${text#docs/spec/}
  text=${text/.md/}
  text=${text%[., ]}
  cited "$file:$line" "${text% and}"
done < <(
  grep -rnoE 'docs/spec/[a-z]+\.md`? [0-9]+(\.[0-9]+)?(, [0-9]+(\.[0-9]+)?)*' reference fast harness figures tests docs README.md \
    --include='*.[ch]' --include='*.md' --include='*.cmake'
  grep -noE '`[a-z]+\.md` [0-9]+(\.[0-9]+)?(, [0-9]+(\.[0-9]+)?)*' docs/spec/*.md
)

while IFS=: read -r file line text; do
  fault "$file:$line: \"$text\" is of a document outside the tree"
done < <(grep -rnoiE '\bspec sections? [0-9.]+|\b(terrain|grammar)\.md' reference fast harness figures tests --include='*.[ch]')

# ---- paths and links in documents ----

folders='reference|fast|harness|figures|experiments|tests|docs|cmake'
for folder in */; do [[ $folder =~ ^(build|out)/ ]] || folders+="|${folder%/}"; done
documents=(README.md docs/*.md docs/*/*.md experiments/*.md)
while IFS=: read -r file line path; do
  path=${path%%[.,]}
  [[ $path == *NAME* || $path == *STAGE* ]] && continue # docs/adding_a_kernel.md: the reader's own
  links=$((links + 1))
  compgen -G "$path" >/dev/null || fault "$file:$line: no $path"
done < <(grep -noE "\b($folders)/[A-Za-z0-9_./*-]+" "${documents[@]}")

while IFS=: read -r file line link; do
  link=${link#*](}
  link=${link%)}
  [[ $link == http* || $link == \#* ]] && continue
  links=$((links + 1))
  [ -e "./${file%"${file##*/}"}${link%%#*}" ] || fault "$file:$line: the link to $link leads nowhere"
done < <(grep -noE '\]\([^) ]+\)' "${documents[@]}")

# ---- what the index covers ----

for row in Algorithm\ {1..8} equation\ {1..4} Table\ {1..7}; do
  links=$((links + 1))
  grep -qE "^\| $row, [^|]+\| [^|]*(\`|not built)" docs/spec/index.md || fault "docs/spec/index.md: $row leads nowhere"
done

[ $sources -ge 90 ] && [ $links -ge 400 ] || { echo "only $sources sources and $links links were seen" >&2; exit 4; }
[ $faults -gt 0 ] && exit 1
echo "$sources sources, $links links, all lead somewhere; $waiting sources of stages without a page: ${pending:-none}"
