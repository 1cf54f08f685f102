import type { CooperativeTask } from '../common/cooperativeTask';
import { cut, plainText } from '../common/plainText';

/**
 * Changed lines with their one-based numbers after the change. If lines were only deleted, `last` and `first` are the
 * lines before and after the deletion.
 */
export interface ChangedLines {
	readonly first: number;
	readonly last: number;
	readonly onlyFormatting: boolean;
}

export interface ChangedFile {
	/** Path after the commit, or before the commit if the commit deleted the file. */
	readonly path: string;
	/** Object ID of the file's content after the commit. Undefined if the commit deleted the file. */
	readonly blob: string | undefined;
	/** Undefined if the changed lines are unknown, for example in a binary file. */
	readonly changes: readonly ChangedLines[] | undefined;
}

export interface HistoryCommit {
	readonly hash: string;
	readonly author: string;
	readonly authoredAt: number;
	readonly subject: string;
	readonly files: readonly ChangedFile[];
}

/** Output format for commits. NUL characters separate the fields, because no line of a patch starts with NUL. */
export const commitFormat = '--format=%x00%H%x00%aN%x00%at%x00%s';

const mostOf = { author: 100, subject: 200 };

/** Parses the output of `git log --raw --no-abbrev` with `commitFormat`. The patches are optional. Never throws. */
export function* parsingHistory(output: string, hasPatches: boolean): CooperativeTask<readonly HistoryCommit[]> {
	const commits: HistoryCommit[] = [];
	for (const text of `\n${output}`.split('\n\0').slice(1)) {
		const [before = '', ...patches] = text.split('\ndiff --git ');
		const [header = '', ...raw] = before.split('\n');
		const [hash = '', author = '', authoredAt = '', subject = ''] = header.split('\0');
		const changes = new Map(patches.map(parsePatch));
		commits.push({
			hash,
			author: cut(plainText(author), mostOf.author),
			authoredAt: Number(authoredAt),
			subject: cut(plainText(subject), mostOf.subject),
			files: raw.flatMap(parseRaw).map((file) => ({
				...file,
				// If only white space changed in a file, Git prints no patch for it.
				changes: changes.has(file.path) ? changes.get(file.path) : hasPatches && file.blob ? [] : undefined,
			})),
		});
		if (yield) {
			break;
		}
	}
	return commits;
}

/** Parses a line such as `:100644 100644 <object> <object> R95<tab>old path<tab>new path`. */
function parseRaw(line: string): readonly Omit<ChangedFile, 'changes'>[] {
	const [facts = '', first = '', second = first] = line.split('\t');
	const [, blob = ''] = /^:\d{6} \d{6} [\da-f]{40,64} ([\da-f]{40,64}) [A-Z]/.exec(facts) ?? [];
	return blob === '' || first === '' ? [] : [{ path: second, blob: /^0+$/.test(blob) ? undefined : blob }];
}

function parsePatch(patch: string): readonly [path: string, ChangedLines[] | undefined] {
	const lines = patch.split('\n');
	const start = lines.findIndex((line) => line.startsWith('@@ '));
	const head = start < 0 ? lines : lines.slice(0, start);
	const after = (prefix: string) => head.find((line) => line.startsWith(prefix))?.slice(prefix.length);
	// Git adds a tab after a path with spaces. If these lines are missing, only the first line contains the path, as in
	// `a/path b/path`.
	const path = after('+++ b/') ?? after('--- a/') ?? after('rename to ');
	const [first = ''] = lines;
	const isBinary = after('Binary files ') !== undefined;
	return [
		path?.replace(/\t$/, '') ?? first.slice('a/'.length, (first.length - 1) / 2),
		isBinary ? undefined : start < 0 ? [] : parseChanges(lines.slice(start)),
	];
}

function parseChanges(lines: readonly string[]): ChangedLines[] {
	const changes: ChangedLines[] = [];
	for (let at = 0; at < lines.length; ) {
		const [, start = '', count = '1'] = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/.exec(lines[at++] ?? '') ?? [];
		const before: string[] = [];
		const after: string[] = [];
		for (; at < lines.length && !lines[at]?.startsWith('@@ '); at++) {
			const line = lines[at] ?? '';
			if (line.startsWith('-')) {
				before.push(line.slice(1));
			} else if (line.startsWith('+')) {
				after.push(line.slice(1));
			}
		}
		if (start !== '') {
			// If lines were only deleted, Git prints the number of the preceding line.
			const first = Number(start) + (count === '0' ? 1 : 0);
			const onlyFormatting = withoutSpace(before) === withoutSpace(after);
			changes.push({ first, last: first + Number(count) - 1, onlyFormatting });
		}
	}
	return changes;
}

function withoutSpace(lines: readonly string[]): string {
	return lines.join('').replace(/\s+/g, '');
}
