import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isDistinctive } from '../../src/core/lines/codedLines';
import { ChosenTags } from '../../src/services/revisions/chosenTags';
import { GitRevisions } from '../../src/services/revisions/gitRevisions';
import type { Services } from '../../src/services/services';
import { FakeGit, FakeRepository } from '../support/host/fakeGit';
import { MemoryMemento } from '../support/host/memory';
import { startProduct } from '../support/host/product';
import { Replacements } from '../support/host/replacements';
import { getText, LineHistory } from '../support/lineHistory';
import { Random } from '../support/random';
import { eventually } from '../support/vscode/waiting';

const cart = 'class Cart {\n\tfun sum() = load(1)\n\tfun clear() = store.clear()\n}\n';
const of = (version: string) => ({ application: 'shop', version });

describe('Git queries', () => {
	let services: Services;
	let git: FakeGit;
	let repository: FakeRepository;
	let replacements: Replacements;
	let revisions: GitRevisions;

	before(async () => {
		services = await startProduct();
	});

	beforeEach(() => {
		git = new FakeGit();
		repository = new FakeRepository('/fake/shop');
		git.open(repository);
		replacements = new Replacements();
		replacements.replace(vscode.extensions, 'getExtension', () => git.extension);
		const settings = { versionTagsFor: () => [], onDidChange: () => ({ dispose: () => undefined }) };
		revisions = new GitRevisions(services.engine, settings, new ChosenTags(new MemoryMemento()));
	});

	afterEach(() => {
		revisions.dispose();
		replacements.dispose();
	});

	const documentOf = (name: string, text: string) =>
		({ uri: repository.uri(name), getText: () => text }) as vscode.TextDocument;
	const map = (text: string, version: string, ...lines: number[]) =>
		revisions.mapLines(documentOf('src/Cart.kt', text), of(version), lines);

	it("reads a file's text only once for all tags with identical content", async () => {
		for (let minor = 9; minor >= 0; minor--) {
			repository.tags.set(`v3.${minor}`, { 'src/Cart.kt': cart });
		}
		for (const round of [1, 2]) {
			for (let minor = 0; minor < 10; minor++) {
				const found = await map(`// ${round}\n${cart}`, `3.${minor}`, 2);
				assert.deepEqual(found, { kind: 'mapped', tag: `v3.${minor}`, lines: [{ kind: 'shifted', line1: 3 }] });
			}
		}
		assert.deepEqual(repository.of('show'), ['show refs/tags/v3.0 src/Cart.kt']);
		assert.equal(repository.of('details').length, 10);
		assert.deepEqual(repository.of('refs'), ['refs refs/tags committerdate']);
		assert.deepEqual([repository.of('diff'), repository.of('log'), repository.of('fetch')], [[], [], []]);
	});

	it('reads the renames since a tag only once, by comparing the tag with HEAD', async () => {
		repository.tags.set('v3.0', { 'old/Cart.kt': cart });
		repository.renames = { 'old/Cart.kt': 'src/Cart.kt' };
		for (const line of [1, 2]) {
			assert.equal((await map(cart, '3.0', line)).kind, 'mapped');
		}
		const other = await revisions.mapLines(documentOf('src/New.kt', cart), of('3.0'), [1]);
		assert.deepEqual(other, { kind: 'unmapped', reason: { kind: 'noFile', tag: 'v3.0' } });
		assert.deepEqual(repository.of('diff'), ['diff refs/tags/v3.0 HEAD']);
		assert.deepEqual(repository.of('show'), ['show refs/tags/v3.0 old/Cart.kt']);
	});

	for (const seed of [1, 2, 3, 4, 5]) {
		it(`maps lines across twelve builds and never reports a different line as unchanged (seed ${seed})`, async () => {
			const counts = { asked: 0, right: 0, wrong: 0 };
			const random = new Random(seed);
			const edits = new LineHistory(random);
			let lines = edits.source(12);
			const builds = new Map<string, typeof lines>();
			for (let build = 1; build <= 12; build++) {
				for (let count = build === 1 ? 0 : 5; count > 0; count--) {
					lines = edits.edited(lines);
				}
				builds.set(`1.${build}`, lines);
				repository.tags.set(`v1.${build}`, { 'src/Cart.kt': getText(lines, build === 3 ? '\r\n' : '\n') });
			}
			const places = new Map(lines.map(({ id }, index) => [id, index + 1]));
			for (const [version, before] of builds) {
				const found = await map(getText(lines, '\n'), version, ...before.map((_line, index) => index + 1));
				assert.equal(found.kind, 'mapped', version);
				for (const [index, { id, text }] of before.entries()) {
					const line = found.kind === 'mapped' ? found.lines[index] : undefined;
					if (line && isDistinctive(text)) {
						const place = places.get(id);
						const isRight = place === undefined ? line.kind === 'gone' : 'line1' in line && line.line1 === place;
						counts.asked++;
						counts.right += isRight ? 1 : 0;
						// A line that was deleted while an identical line was added elsewhere appears to have moved.
						const isSure = line.kind === 'same' || line.kind === 'shifted';
						counts.wrong += isSure && lines[line.line1 - 1]?.text !== text ? 1 : 0;
					}
				}
			}
			assert.ok(counts.asked > 200 && counts.right / counts.asked >= 0.95, JSON.stringify(counts));
			assert.equal(counts.wrong, 0);
		});
	}

	it('repeats a Git query after a failure', async () => {
		repository.tags.set('v3.0', { 'src/Cart.kt': cart });
		repository.failure = new Error('fatal: index.lock');
		const file = repository.uri('src/Cart.kt');
		assert.deepEqual(await revisions.tagOf(file, of('3.0')), { kind: 'unavailable', reason: 'failed' });
		assert.deepEqual(await revisions.tagOf(file, of('3.0')), { kind: 'tag', tag: 'v3.0' });
	});

	it('returns no revision while the Git extension is initializing, disabled or missing', async () => {
		repository.tags.set('v3.0', { 'src/Cart.kt': cart });
		const file = repository.uri('src/Cart.kt');
		const reason = async () => {
			const answer = await revisions.tagOf(file, of('3.0'));
			return answer.kind === 'unavailable' ? answer.reason : answer.kind;
		};
		git.state = 'uninitialized';
		const waiting = reason();
		// Fires the event repeatedly, because the listener may not be registered yet.
		await eventually('it is waited for', async () => {
			git.initialize();
			return Promise.race([waiting, new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 20))]);
		});
		assert.equal(await waiting, 'tag');
		git.enabled = false;
		assert.equal(await reason(), 'disabled');
		git.enabled = true;
		assert.equal(await reason(), 'tag');
		replacements.replace(vscode.extensions, 'getExtension', () => undefined);
		assert.equal(await reason(), 'absent');
	});

	it('returns no revision if the Git extension finds no Git installation', async () => {
		git.failure = new Error('Git model not found');
		const answer = await revisions.tagOf(repository.uri('src/Cart.kt'), of('3.0'));
		assert.deepEqual(answer, { kind: 'unavailable', reason: 'disabled' });
		assert.deepEqual(repository.calls, []);
	});

	it("uses a file's innermost repository, and no outer repository after the inner one is closed", async () => {
		repository.tags.set('v3.0', { 'src/Cart.kt': cart });
		const inner = new FakeRepository('/fake/shop/libs/bag');
		inner.tags.set('bag-1.0', { 'Bag.kt': cart });
		let changes = 0;
		revisions.onDidChange(() => changes++);
		await revisions.tagOf(repository.uri('src/Cart.kt'), of('3.0'));
		git.open(inner);
		assert.equal(changes, 1);
		assert.deepEqual(await revisions.tagOf(inner.uri('Bag.kt'), of('1.0')), { kind: 'tag', tag: 'bag-1.0' });
		assert.equal(repository.of('refs').length, 1);
		git.close(inner);
		assert.equal(changes, 2);
		assert.deepEqual(await revisions.tagOf(inner.uri('Bag.kt'), of('1.0')), { kind: 'none', examples: ['v…'] });
	});

	it('returns no revision for files that are not on disk', async () => {
		const file = vscode.Uri.from({ scheme: 'memfs', path: '/fake/shop/src/Cart.kt' });
		assert.deepEqual(await revisions.tagOf(file, of('3.0')), { kind: 'unavailable', reason: 'virtual' });
		assert.deepEqual(repository.calls, []);
	});
});
