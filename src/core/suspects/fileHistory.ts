import { randomUUID } from 'node:crypto';
import type { Scheduler } from '../common/scheduler';
import { readingFunctions } from '../stack/locate/outline/functionsIn';
import { maxSourceLength } from '../stack/locate/outline/maxSourceLength';
import { type GitReader, inertDiffOptions } from './gitReader';
import { commitFormat, type HistoryCommit, parsingHistory } from './parseHistory';
import type { SourceCode } from './rankCommits';

/** Maximum number of file versions to search for functions. Versions from the newest commits are searched first. */
const maxTexts = 200;
const maxTextBytes = 6_000_000;
const maxReadingMs = 100;

const renames = ['--name-status', '-z', '--diff-filter=R', ...inertDiffOptions];

export class FileHistory {
	private renamedAfter: Promise<readonly Rename[]> | undefined;
	private renamedInRange: Promise<readonly Rename[]> | undefined;

	constructor(
		private readonly git: GitReader,
		private readonly range: { readonly good: string; readonly bad: string },
		private readonly scheduler: Scheduler,
	) {}

	/** Returns the current name of a file and the names that it had between the good and the bad version. */
	async namesOf(path: string): Promise<ReadonlySet<string>> {
		const { good, bad } = this.range;
		const names = new Set([path]);
		if (!(await this.exists(bad, path))) {
			this.renamedAfter ??= this.renames(['diff', ...renames, bad, 'HEAD']);
			addEarlierNames(names, await this.renamedAfter);
		}
		const [oldest = path] = [...names].reverse();
		if (!(await this.exists(good, oldest))) {
			this.renamedInRange ??= this.renames(['log', '--format=', '--no-merges', ...renames, `${good}..${bad}`]);
			addEarlierNames(names, await this.renamedInRange);
		}
		return names;
	}

	/**
	 * Returns the commits that changed the files, newest first. Omits merge commits and commits that were cherry-picked
	 * into the good version. Returns undefined if Git fails.
	 */
	async commits(names: ReadonlySet<string>): Promise<readonly HistoryCommit[] | undefined> {
		const { good, bad } = this.range;
		const requests = [
			...['-c', 'log.follow=false', 'log', '--cherry-pick', '--right-only', '--no-merges', '--encoding=UTF-8'],
			...[commitFormat, '--no-notes', '--raw', '--no-abbrev', ...inertDiffOptions],
		];
		const files = [`${good}...${bad}`, '--', ...names];
		const patches = ['-p', '-U0', '--inter-hunk-context=0', '-w', '--ignore-blank-lines'];
		const whole = await this.git.run([...requests, ...patches, ...files]);
		if (whole.kind === 'done') {
			return this.parsed(whole.output, true);
		}
		const isTooMuch = whole.kind === 'outputLimit' || whole.kind === 'timeLimit';
		const listed = isTooMuch ? await this.git.output([...requests, ...files]) : undefined;
		return listed === undefined ? undefined : this.parsed(listed, false);
	}

	/** Returns the source code after each commit, by object ID. Commits that changed only white space are omitted. */
	async codes(commits: readonly HistoryCommit[]): Promise<ReadonlyMap<string, SourceCode>> {
		const wanted = new Map<string, string>();
		for (const { path, blob, changes } of commits.flatMap(({ files }) => files)) {
			if (blob !== undefined && changes?.some(({ onlyFormatting }) => !onlyFormatting) && wanted.size < maxTexts) {
				wanted.set(blob, path);
			}
		}
		const texts = wanted.size === 0 ? [] : await this.texts(await this.small([...wanted.keys()]));
		const codes = new Map<string, SourceCode>();
		for (const [blob, text] of texts) {
			codes.set(blob, await readCode(wanted.get(blob) ?? '', text, this.scheduler));
		}
		return codes;
	}

	private async parsed(output: string, hasPatches: boolean): Promise<readonly HistoryCommit[]> {
		return (await this.scheduler.run(parsingHistory(output, hasPatches))).result;
	}

	private async exists(reference: string, path: string): Promise<boolean> {
		return (await this.git.output(['cat-file', '-e', `${reference}:${path}`])) !== undefined;
	}

	private async renames(args: readonly string[]): Promise<readonly Rename[]> {
		const fields = ((await this.git.output(args)) ?? '').split('\0');
		const found: Rename[] = [];
		for (let at = 0; at < fields.length; at++) {
			if (/^\n?R\d+$/.test(fields[at] ?? '')) {
				found.push({ from: fields[at + 1] ?? '', to: fields[at + 2] ?? '' });
				at += 2;
			}
		}
		return found;
	}

	private async small(blobs: readonly string[]): Promise<readonly string[]> {
		const facts = await this.git.output(['cat-file', '--batch-check=%(objectname) %(objectsize)'], blobs.join('\n'));
		let bytes = 0;
		return (facts ?? '').split('\n').flatMap((line) => {
			const [blob = '', size = ''] = line.split(' ');
			const isSmall = /^\d+$/.test(size) && bytes + Number(size) <= maxTextBytes;
			bytes += isSmall ? Number(size) : 0;
			return isSmall ? [blob] : [];
		});
	}

	private async texts(blobs: readonly string[]): Promise<readonly (readonly [string, string])[]> {
		// A random object name is requested after each file. Git prints that this object is missing, which marks the end of
		// the file in the output.
		const end = randomUUID();
		const input = blobs.flatMap((blob) => [blob, end]).join('\n');
		const output = blobs.length === 0 ? '' : await this.git.output(['cat-file', '--batch=%(objectname)'], input);
		return (output ?? '').split(`\n${end} missing\n`).flatMap((text) => {
			const [, blob] = /^([\da-f]{40,64})\n/.exec(text) ?? [];
			return blob === undefined ? [] : [[blob, text.slice(blob.length + 1)] as const];
		});
	}
}

interface Rename {
	readonly from: string;
	readonly to: string;
}

function addEarlierNames(names: Set<string>, renames: readonly Rename[]): void {
	// Names that are added during the iteration are also visited, so a chain of renames is followed.
	for (const name of names) {
		for (const { from, to } of renames) {
			if (to === name) {
				names.add(from);
			}
		}
	}
}

export async function readCode(path: string, text: string, scheduler: Scheduler): Promise<SourceCode> {
	const { result: functions } = await scheduler.run(readingFunctions(path, text), maxReadingMs);
	return { lines: text.slice(0, maxSourceLength).split('\n'), functions };
}
