import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { skipBecause } from './skipBecause';

/** File contents by path. Undefined deletes a file. */
export type FileChanges = Readonly<Record<string, string | undefined>>;

export interface ImportedCommit {
	readonly files?: FileChanges;
	readonly branch?: string;
	/** Marks of the parent commits. Defaults to the last commit of the branch. */
	readonly parents?: readonly number[];
	readonly subject?: string;
	readonly author?: string;
	readonly tag?: string;
}

const startSeconds = Date.UTC(2026, 8, 1) / 1000;
const secondsPerCommit = 3_600;

/** Ignores the user's Git configuration, and sets a fixed time zone. */
const environment = {
	...process.env,
	GIT_CONFIG_NOSYSTEM: '1',
	GIT_CONFIG_GLOBAL: join(tmpdir(), 'no-such-gitconfig'),
	TZ: 'UTC',
};

export function requireGit(context: Mocha.Context): void {
	if (spawnSync('git', ['--version']).status !== 0) {
		skipBecause(context, 'Git is required.');
	}
}

/** Creates a repository with fixed authors and dates. Runs `git fast-import` once for any number of commits. */
export class GitImport implements Disposable {
	readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'app-errors-import-')));
	private readonly stream: string[] = [];
	private readonly tips = new Map<string, number>();
	private marks = 0;
	private hashes: ReadonlyMap<number, string> = new Map();

	/** Adds a commit and returns its mark. */
	commit({ files = {}, branch = 'main', parents, subject = 'Change', author, tag }: ImportedCommit): number {
		const mark = ++this.marks;
		const tip = this.tips.get(branch);
		const [from, ...merged] = parents ?? (tip === undefined ? [] : [tip]);
		const name = author ?? `Author ${(mark % 7) + 1} <author-${(mark % 7) + 1}@example.com>`;
		const at = `${startSeconds + mark * secondsPerCommit} +0000`;
		this.stream.push(
			`commit refs/heads/${branch}\nmark :${mark}\nauthor ${name} ${at}\ncommitter ${name} ${at}\n${dataOf(subject)}`,
			...(from === undefined ? [] : [`from :${from}\n`]),
			...merged.map((parent) => `merge :${parent}\n`),
			...Object.entries(files).map(([path, text]) =>
				text === undefined ? `D ${quoted(path)}\n` : `M 100644 inline ${quoted(path)}\n${dataOf(text)}`,
			),
			...(tag === undefined ? [] : [`reset refs/tags/${tag}\nfrom :${mark}\n`]),
			'\n',
		);
		this.tips.set(branch, mark);
		return mark;
	}

	/** Writes the commits and checks out the branch `main`. */
	write(): void {
		const repository = join(this.folder, 'repository');
		mkdirSync(repository);
		const marks = join(this.folder, 'marks');
		this.git('init', '-q', '-b', 'main');
		execFileSync('git', ['fast-import', '--quiet', `--export-marks=${marks}`], {
			cwd: repository,
			input: this.stream.join(''),
			env: environment,
		});
		const lines = readFileSync(marks, 'utf8').trim().split('\n');
		this.hashes = new Map(lines.map((line) => [Number(/^:(\d+)/.exec(line)?.[1]), line.split(' ')[1] ?? '']));
		this.git('checkout', '-q', '-f', 'main');
	}

	git(...args: readonly string[]): string {
		return execFileSync('git', args, {
			cwd: join(this.folder, 'repository'),
			encoding: 'utf8',
			env: environment,
			maxBuffer: 2 ** 26,
		});
	}

	path(name: string): string {
		return join(this.folder, 'repository', name);
	}

	hash(mark: number): string {
		return this.hashes.get(mark) ?? '';
	}

	[Symbol.dispose](): void {
		rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
	}
}

function dataOf(text: string): string {
	return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

function quoted(path: string): string {
	return JSON.stringify(path);
}
