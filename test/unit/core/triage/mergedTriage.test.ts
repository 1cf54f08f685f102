import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { changeTriage, newTriageDocument, type TriageChange } from '../../../../src/core/triage/changeTriage';
import { serializeTriage } from '../../../../src/core/triage/serializeTriage';
import { requireGit } from '../../../support/gitImport';
import { Random } from '../../../support/random';
import { useTemporaryFolder } from '../export/support/temporaryFolder';
import { parsed } from './support/triageTexts';

type Files = ReadonlyMap<string, string>;

const pairs = 50;
const groupsPerPair = 12;

function changeFile(files: Map<string, string>, group: number, change: TriageChange): void {
	const id = (group * 7919 + 1).toString(16).padStart(12, '0');
	const path = `.app-errors/triage/101/${id}.json`;
	const text = files.get(path);
	const parts = { version: 5, by: 'frames', type: `E${group}`, frames: [`Cart${group}.sum`] } as const;
	const changed = changeTriage(text === undefined ? newTriageDocument(parts) : parsed(text).document, change);
	if (changed) {
		files.set(path, serializeTriage(changed));
	} else {
		files.delete(path);
	}
}

function randomChange(random: Random, author: string): TriageChange {
	const note = { at: '2026-11-21', by: author, text: `Note ${random.below(1e6)} of ${author}` };
	return random.pick<TriageChange>([
		{ decision: { state: 'acknowledged' } },
		{ decision: { state: 'ignored', until: { date: '2026-12-21' } }, note },
		{ decision: { state: 'fixed', versions: ['3.2.0', '3.1.4'] }, commit: 'a1b2c3d' },
		{ decision: { state: 'open' } },
		{ note, owner: `@${author}` },
	]);
}

function blobHash(text: string): string {
	return createHash('sha1')
		.update(`blob ${Buffer.byteLength(text)}\0${text}`)
		.digest('hex');
}

/** A repository whose commits are imported at once, because a separate process per commit would be slow. */
class Repository {
	private readonly commands: string[] = [];
	private marks = 0;

	constructor(private readonly folder: string) {
		execFileSync('git', ['init', '--quiet', '--bare', folder]);
	}

	commit(branch: string, files: Files, parent?: number): number {
		const mark = ++this.marks;
		this.commands.push(
			`commit refs/heads/${branch}\nmark :${mark}\ncommitter A <a@example.com> 1700000000 +0000\ndata 0\n`,
		);
		this.commands.push(parent === undefined ? '' : `from :${parent}\ndeleteall\n`);
		for (const [path, text] of files) {
			this.commands.push(`M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`);
		}
		return mark;
	}

	import(): void {
		execFileSync('git', ['fast-import', '--quiet'], { cwd: this.folder, input: this.commands.join('') });
	}

	/** Merges two branches like `git merge`, without a working tree. Returns the hash of each file. */
	merge(one: string, other: string): { readonly hasConflict: boolean; readonly hashes: Files } {
		const merged = spawnSync('git', ['merge-tree', '--write-tree', one, other], { cwd: this.folder, encoding: 'utf8' });
		assert.ok(merged.status === 0 || merged.status === 1, merged.stderr);
		const [tree = ''] = merged.stdout.split('\n');
		const entries = [...this.git('ls-tree', '-r', tree).matchAll(/^\d+ blob (\w+)\t(.*)$/gm)];
		return {
			hasConflict: merged.status === 1,
			hashes: new Map(entries.map(([, hash = '', path = '']) => [path, hash])),
		};
	}

	read(hash: string): string {
		return this.git('cat-file', 'blob', hash);
	}

	private git(...args: readonly string[]): string {
		return execFileSync('git', args, { cwd: this.folder, encoding: 'utf8' });
	}
}

describe('triage files from several Git branches', function () {
	this.timeout(120_000);
	before(function () {
		requireGit(this);
	});

	const folder = useTemporaryFolder();

	it(`merges ${pairs} pairs of Git branches that triage different groups without a conflict`, () => {
		const random = new Random(36);
		const repository = new Repository(folder.path);
		const expected: Files[] = [];
		for (let pair = 0; pair < pairs; pair++) {
			const base = new Map([['README.md', 'shop\n']]);
			for (let group = 0; group < groupsPerPair; group++) {
				changeFile(base, group, randomChange(random, 'base'));
			}
			const start = repository.commit(`base${pair}`, base);
			const [ours, theirs, both] = [new Map(base), new Map(base), new Map(base)];
			for (let group = 0; group < 2 * groupsPerPair; group++) {
				const change = randomChange(random, group % 2 === 0 ? 'ana' : 'ben');
				changeFile(group % 2 === 0 ? ours : theirs, group, change);
				changeFile(both, group, change);
			}
			repository.commit(`ours${pair}`, ours, start);
			repository.commit(`theirs${pair}`, theirs, start);
			expected.push(both);
		}
		repository.import();
		for (const [pair, both] of expected.entries()) {
			const { hasConflict, hashes } = repository.merge(`ours${pair}`, `theirs${pair}`);
			assert.equal(hasConflict, false, `pair ${pair}`);
			assert.deepEqual(hashes, new Map([...both].sort().map(([path, text]) => [path, blobHash(text)])), `pair ${pair}`);
		}
	});

	it('keeps the notes from both branches if both sides of a conflict are accepted', () => {
		const repository = new Repository(folder.path);
		for (const notesBefore of [0, 1, 3]) {
			const base = new Map<string, string>();
			changeFile(base, 1, { decision: { state: 'acknowledged' } });
			changeFile(base, 2, { decision: { state: 'acknowledged' } });
			for (let note = 0; note < notesBefore; note++) {
				changeFile(base, 1, { note: { at: '2026-11-20', by: 'base', text: `${note}` } });
			}
			const start = repository.commit(`base${notesBefore}`, base);
			for (const author of ['ana', 'ben']) {
				const files = new Map(base);
				changeFile(files, 1, { note: { at: '2026-11-21', by: author, text: `From ${author}` } });
				repository.commit(`${author}${notesBefore}`, files, start);
			}
		}
		repository.import();
		for (const notesBefore of [0, 1, 3]) {
			const { hasConflict, hashes } = repository.merge(`ana${notesBefore}`, `ben${notesBefore}`);
			assert.equal(hasConflict, true);
			const conflicted = [...hashes.values()]
				.map((hash) => repository.read(hash))
				.filter((text) => text.includes('<<<<<<<'));
			assert.equal(conflicted.length, 1);
			const accepted = (conflicted[0] ?? '').replace(/^(?:<{7}|={7}|>{7}).*\n/gm, '');
			const { notes, decision } = parsed(accepted);
			assert.deepEqual(decision, { state: 'acknowledged' });
			assert.equal(notes.length, notesBefore + 2);
			assert.deepEqual(
				notes.slice(-2).map(({ text }) => text),
				['From ana', 'From ben'],
			);
			assert.doesNotThrow(() => JSON.parse(serializeTriage(parsed(accepted).document)));
		}
	});
});
