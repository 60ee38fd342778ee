/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mutants list SEED COUNT FILE...: COUNT small faults, drawn from the files by a seed, a line each:
 *     number  file  line  kind  offset  length  before  after
 * mutants apply FILE OFFSET LENGTH AFTER: the file's text with that fault, to standard output.
 *
 * Kinds are alike in number (relational, arithmetic, constant, dropped), and every place of a kind is as likely as
 * any other; the order is random too, so that any first part of the list is an even sample. Operators are told
 * from pointers and signs by the spaces that clang-format puts around them.
 */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 160, DEPTH = 256 };

typedef enum fault_kind { RELATIONAL, ARITHMETIC, CONSTANT, DROPPED, KINDS } fault_kind;

static const char *const kind_names[KINDS] = {"relational", "arithmetic", "constant", "dropped"};

typedef struct place {
    const char *file;
    size_t offset, length;
    unsigned line;
    char before[TEXT], after[2][TEXT];
    unsigned ways; /* how many of `after` there are */
} place;

typedef struct places {
    place *list;
    size_t count, room;
} places;

typedef enum token_kind { WORD, NUMBER, OPERATOR } token_kind;

typedef struct token {
    token_kind kind;
    size_t offset, length;
    unsigned line;
} token;

typedef struct source {
    const char *path;
    char *text;
    token *tokens;
    size_t count;
} source;

static void *memory(void *block, size_t size)
{
    void *result = realloc(block, size);
    if (!result) {
        fprintf(stderr, "mutants: not enough memory\n");
        exit(4);
    }
    return result;
}

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "mutants: cannot read %s\n", path);
        exit(4);
    }
    fseek(file, 0, SEEK_END);
    const size_t size = (size_t)ftell(file);
    rewind(file);
    char *text = memory(NULL, size + 1);
    text[fread(text, 1, size, file)] = 0;
    fclose(file);
    return text;
}

/* ---- tokens ----------------------------------------------------------------------------------------------- */

/* Length of the comment, the quoted text or the directive (but #define) at `at`, or 0. */
static size_t skipped(const char *text, size_t at)
{
    const char *p = text + at, *end = p;
    if (p[0] == '/' && p[1] == '*') {
        end = strstr(p + 2, "*/");
        return end ? (size_t)(end + 2 - p) : strlen(p);
    }
    if (p[0] == '/' && p[1] == '/')
        return strcspn(p, "\n");
    if (*p == '"' || *p == '\'') {
        for (end = p + 1; *end && *end != *p; end++)
            end += *end == '\\';
        return (size_t)(end - p) + (*end != 0);
    }
    if (*p != '#')
        return 0;
    if (strncmp(p, "#define", 7) == 0) { /* its name, and its arguments */
        end = p + 7 + strspn(p + 7, " ");
        end += strcspn(end, " (\n");
        return (size_t)(end - p) + (*end == '(' ? strcspn(end, ")") : 0);
    }
    while (*end && (*end != '\n' || end[-1] == '\\'))
        end++;
    return (size_t)(end - p);
}

static size_t token_length(const char *p, token_kind *kind)
{
    static const char *const operators[] = {"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==",
                                            "!=",  "&&",  "||",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
    size_t length = 0;
    if (isdigit((unsigned char)*p) || (*p == '.' && isdigit((unsigned char)p[1]))) {
        *kind = NUMBER;
        while (isalnum((unsigned char)p[length]) || p[length] == '.' ||
               ((p[length] == '+' || p[length] == '-') && strchr("eEpP", p[length - 1]) && p[1] != 'x'))
            length++;
        return length;
    }
    if (isalpha((unsigned char)*p) || *p == '_') {
        *kind = WORD;
        while (isalnum((unsigned char)p[length]) || p[length] == '_')
            length++;
        return length;
    }
    *kind = OPERATOR;
    for (size_t k = 0; k < sizeof operators / sizeof *operators; k++)
        if (strncmp(p, operators[k], strlen(operators[k])) == 0)
            return strlen(operators[k]);
    return 1;
}

static void tokenise(source *s)
{
    size_t room = 0, length;
    unsigned line = 1;
    for (size_t at = 0; s->text[at]; at += length) {
        token_kind kind = OPERATOR;
        const int quoted = s->text[at] == '"' || s->text[at] == '\'';
        length = skipped(s->text, at);
        const int token_here = quoted || (!length && !isspace((unsigned char)s->text[at]) && s->text[at] != '\\');
        if (!length)
            length = token_here ? token_length(s->text + at, &kind) : 1;
        if (token_here) {
            if (s->count == room)
                s->tokens = memory(s->tokens, (room = room ? 2 * room : 4096) * sizeof *s->tokens);
            s->tokens[s->count++] = (token){quoted ? WORD : kind, at, length, line};
        }
        for (size_t k = 0; k < length; k++)
            line += s->text[at + k] == '\n';
    }
}

static int is(const source *s, size_t t, const char *text)
{
    return t < s->count && s->tokens[t].length == strlen(text) &&
           strncmp(s->text + s->tokens[t].offset, text, s->tokens[t].length) == 0;
}

static int is_one_of(const source *s, size_t t, const char *words)
{
    char word[TEXT];
    while (sscanf(words, "%159s", word) == 1) {
        if (is(s, t, word))
            return 1;
        words = strstr(words, word) + strlen(word);
    }
    return 0;
}

/* ---- places ----------------------------------------------------------------------------------------------- */

static place *add(places *to, const source *s, size_t first, size_t last)
{
    if (to->count == to->room)
        to->list = memory(to->list, (to->room = to->room ? 2 * to->room : 4096) * sizeof *to->list);
    const token *a = s->tokens + first, *b = s->tokens + last;
    place *p = to->list + to->count++;
    memset(p, 0, sizeof *p);
    p->file = s->path;
    p->offset = a->offset;
    p->length = b->offset + b->length - a->offset;
    p->line = a->line;
    snprintf(p->before, TEXT, "%.*s", (int)p->length, s->text + p->offset);
    for (char *c = p->before; *c; c++) /* a statement over several lines is shown on one */
        *c = *c == '\n' || *c == '\t' ? ' ' : *c;
    return p;
}

static void add_operator(places *all, const source *s, size_t t)
{
    static const struct pair {
        fault_kind kind;
        const char *before, *after;
    } pairs[] = {
        {RELATIONAL, "<", "<="},  {RELATIONAL, "<=", "<"},  {RELATIONAL, ">", ">="},  {RELATIONAL, ">=", ">"},
        {RELATIONAL, "==", "!="}, {RELATIONAL, "!=", "=="}, {ARITHMETIC, "+", "-"},   {ARITHMETIC, "-", "+"},
        {ARITHMETIC, "*", "/"},   {ARITHMETIC, "/", "*"},   {ARITHMETIC, "%", "*"},   {ARITHMETIC, "<<", ">>"},
        {ARITHMETIC, ">>", "<<"}, {ARITHMETIC, "&", "|"},   {ARITHMETIC, "|", "&"},   {ARITHMETIC, "^", "&"},
        {ARITHMETIC, "+=", "-="}, {ARITHMETIC, "-=", "+="}, {ARITHMETIC, "*=", "/="}, {ARITHMETIC, "/=", "*="},
        {ARITHMETIC, "|=", "&="}, {ARITHMETIC, "&=", "|="}, {ARITHMETIC, "^=", "|="},
    };
    const token *here = s->tokens + t;
    const char *text = s->text + here->offset;
    if (text[-1] != ' ' || !isspace((unsigned char)text[here->length])) /* a pointer, a sign */
        return;
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
        if (is(s, t, pairs[k].before)) {
            place *p = add(all + pairs[k].kind, s, t, t);
            snprintf(p->after[p->ways++], TEXT, "%s", pairs[k].after);
        }
}

static void add_constant(places *all, const source *s, size_t t)
{
    place *p = add(all + CONSTANT, s, t, t);
    snprintf(p->after[p->ways++], TEXT, "(%.120s + 1)", p->before);
    if (strcmp(p->before, "0u") != 0)
        snprintf(p->after[p->ways++], TEXT, "(%.120s - 1)", p->before);
}

/* The last token of the statement that starts at `t`, its semicolon, when it is one that can be left out; else 0. */
static size_t droppable(const source *s, size_t t)
{
    const int jump = is_one_of(s, t, "break continue return");
    if (is_one_of(s, t,
                  "if for while do switch case default else goto const static struct enum union typedef sizeof") ||
        is_one_of(s, t, "int char double float unsigned long short size_t void extern") || (jump && !is(s, t + 1, ";")))
        return 0;
    if (s->tokens[t].kind != WORD && !is_one_of(s, t, "++ -- *"))
        return 0;
    const int star = is(s, t + 1, "*") && s->tokens[t + 2].offset == s->tokens[t + 1].offset + 1;
    if (s->tokens[t].kind == WORD && t + 1 < s->count && (s->tokens[t + 1].kind == WORD || star)) /* a declaration */
        return 0;
    int depth = 0;
    for (size_t k = t; k < s->count; k++) {
        depth += is_one_of(s, k, "( [ {");
        depth -= is_one_of(s, k, ") ] }");
        if (depth < 0)
            return 0;
        if (depth == 0 && is(s, k, ";"))
            return k;
        if (depth == 0 && is(s, k, ":") && k == t + 1) /* a label */
            return 0;
    }
    return 0;
}

/*
 * Walks over the tokens, knowing of each `(` whether a statement may follow its `)`, and whether it is in a function.
 */
static void find_places(places *all, const source *s)
{
    int control[DEPTH] = {0}, round = 0, curly = 0, function = 0, start = 0;
    for (size_t t = 0; t < s->count; t++) {
        const token *here = s->tokens + t;
        if (here->kind == NUMBER)
            add_constant(all, s, t);
        else if (here->kind == OPERATOR)
            add_operator(all, s, t);
        const size_t end = function && start && round == 0 ? droppable(s, t) : 0;
        if (end) {
            place *p = add(all + DROPPED, s, t, end);
            snprintf(p->after[p->ways++], TEXT, ";");
        }
        start = is_one_of(s, t, "; { } else do") && round == 0;
        if (is(s, t, "(") && round < DEPTH)
            control[round++] = t && is_one_of(s, t - 1, "if for while switch");
        else if (is(s, t, ")") && round)
            start = control[--round] && round == 0;
        else if (is(s, t, "{")) {
            if (curly++ == 0)
                function = t && is(s, t - 1, ")");
        } else if (is(s, t, "}") && curly && --curly == 0)
            function = 0;
    }
}

/* ---- drawing ---------------------------------------------------------------------------------------------- */

static uint64_t next_random(uint64_t *state) /* splitmix64 */
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static void print_place(const place *p, uint64_t number, fault_kind kind, uint64_t way)
{
    const char *after = p->after[way % p->ways];
    printf("%llu\t%s\t%u\t%s\t%zu\t%zu\t%s\t%s\n", (unsigned long long)number, p->file, p->line, kind_names[kind],
           p->offset, p->length, p->before, after);
}

static int list(uint64_t seed, uint64_t count, char **paths)
{
    places all[KINDS] = {{0}};
    for (; *paths; paths++) {
        source s = {*paths, read_text(*paths), NULL, 0};
        tokenise(&s);
        find_places(all, &s);
        free(s.text);
        free(s.tokens);
    }
    fprintf(stderr, "places: %zu relational, %zu arithmetic, %zu constants, %zu statements\n", all[RELATIONAL].count,
            all[ARITHMETIC].count, all[CONSTANT].count, all[DROPPED].count);
    uint64_t drawn = 0;
    size_t taken[KINDS] = {0};
    for (uint64_t k = 0; drawn < count && k < KINDS * count; k++) {
        places *of = all + k % KINDS;
        size_t *done = taken + k % KINDS;
        if (*done == of->count)
            continue;
        const size_t other = *done + next_random(&seed) % (of->count - *done);
        const place chosen = of->list[other];
        of->list[other] = of->list[*done];
        of->list[(*done)++] = chosen;
        print_place(&chosen, ++drawn, (fault_kind)(k % KINDS), next_random(&seed) >> 32);
    }
    for (int k = 0; k < KINDS; k++)
        free(all[k].list);
    return drawn < count ? 4 : 0;
}

static int apply(const char *path, size_t offset, size_t length, const char *after)
{
    char *text = read_text(path);
    const int inside = offset + length <= strlen(text);
    if (inside)
        printf("%.*s%s%s", (int)offset, text, after, text + offset + length);
    free(text);
    return inside ? 0 : 4;
}

int main(int argc, char **argv)
{
    if (argc > 4 && strcmp(argv[1], "list") == 0)
        return list(strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10), argv + 4);
    if (argc == 6 && strcmp(argv[1], "apply") == 0)
        return apply(argv[2], strtoull(argv[3], NULL, 10), strtoull(argv[4], NULL, 10), argv[5]);
    fprintf(stderr, "mutants list SEED COUNT FILE... | mutants apply FILE OFFSET LENGTH AFTER\n");
    return 2;
}
