import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findSuspects } from '../../../../src/core/suspects/findSuspects';
import type { Suspects } from '../../../../src/core/suspects/suspects';
import { GitImport, requireGit } from '../../../support/gitImport';
import { long } from '../../../support/length';
import { skipBecause } from '../../../support/skipBecause';
import { plantRepository, repositoryOptions } from './support/plantedRepositories';

const { signal } = new AbortController();
const versions = { good: ['1.0.0'], bad: ['1.1.0'] };

function commitsOf(found: Suspects) {
	return found.kind === 'found' ? found.commits : assert.fail(JSON.stringify(found));
}

/** Kotlin class whose first function has a crash in line 4. */
function cart(value: string, { indent = '\t', other = 'two' } = {}): string {
	const lines = [
		'class Cart {',
		'\tfun sum(): Int {',
		`\t\tval checked = ${value}`,
		'\t\treturn total(checked)',
		'\t}',
		'',
	];
	const others = ['\tfun name(): String {', `\t\treturn "${other}"`, '\t}', '}', ''];
	return [...lines, ...others].join('\n').replaceAll('\t', indent);
}

describe('commits that touched the code of a group', () => {
	let made: GitImport;

	before(function () {
		requireGit(this);
	});

	beforeEach(() => {
		made = new GitImport();
	});

	afterEach(() => made[Symbol.dispose]());

	const search = (
		path = 'Cart.kt',
		more: { readonly tagPatterns?: readonly string[]; readonly program?: string } = {},
	) => findSuspects({ lines: [{ path: made.path(path), line1: 4 }], versions, tagPatterns: [], ...more }, signal);
	/** Three commits: the good version, a change of the crashing function, and the bad version. */
	const change = (subject = 'Change sum', author?: string) => {
		made.commit({ files: { 'Cart.kt': cart('one') }, tag: 'v1.0.0' });
		const mark = made.commit({ files: { 'Cart.kt': cart('two') }, subject, ...(author && { author }) });
		made.commit({ subject: 'Release', tag: 'v1.1.0' });
		return mark;
	};

	long(
		'ranks the planted change among the top three in 14 of 15 generated repositories',
		async function (this: Mocha.Context) {
			this.timeout(60_000);
			const places = new Map<string, number>();
			for (const [seed, options] of repositoryOptions.entries()) {
				using planted = plantRepository(options, seed);
				const { repository, lines, tagPatterns, tags } = planted;
				const found = commitsOf(await findSuspects({ lines, versions, tagPatterns }, signal));
				const inRange = repository.git('rev-list', '--no-merges', `${tags.good}..${tags.bad}`).split('\n');
				assert.deepEqual(
					found.filter(({ hash }) => !inRange.includes(hash)),
					[],
					options.title,
				);
				places.set(options.title, found.findIndex(({ hash }) => hash === planted.planted) + 1);
			}
			const first = [...places.values()].filter((place) => place >= 1 && place <= 3);
			assert.equal(first.length, 14, JSON.stringify([...places]));
		},
	);

	it('ranks a changed function before its callers, other changes in the file, and whitespace changes', async () => {
		const caller = (value: string) => `class Shop {\n\tfun open() {\n\t\tCart().sum(${value})\n\t}\n}\n`;
		made.commit({ files: { 'Cart.kt': cart('one'), 'Shop.kt': caller('1') }, tag: 'v1.0.0' });
		made.commit({ files: { 'Cart.kt': cart('two') }, subject: 'Function' });
		made.commit({ files: { 'Shop.kt': caller('2') }, subject: 'Caller' });
		made.commit({ files: { 'Cart.kt': cart('two', { other: 'three' }) }, subject: 'File' });
		made.commit({ files: { 'Cart.kt': cart('two', { other: 'three', indent: '  ' }) }, subject: 'Formatting' });
		made.commit({ files: { 'Other.kt': 'class Other\n' }, subject: 'Elsewhere', tag: 'v1.1.0' });
		made.write();
		const lines = [
			{ path: made.path('Cart.kt'), line1: 4 },
			{ path: made.path('Shop.kt'), line1: 3 },
		];
		const found = await findSuspects({ lines, versions, tagPatterns: [] }, signal);
		assert.deepEqual(
			commitsOf(found).map(({ subject, touched, onlyFormatting }) => [subject, touched, onlyFormatting]),
			[
				['Function', 'function', false],
				['Caller', 'caller', false],
				['File', 'file', false],
				['Formatting', 'file', true],
			],
		);
	});

	it('reports only the file if the line no longer exists', async () => {
		change();
		made.write();
		const lines = [{ path: made.path('Cart.kt'), line1: undefined }];
		const found = await findSuspects({ lines, versions, tagPatterns: [] }, signal);
		assert.deepEqual(
			commitsOf(found).map(({ touched }) => touched),
			['file'],
		);
	});

	it('omits a change that was cherry-picked into the good version', async () => {
		const base = made.commit({ files: { 'Cart.kt': cart('one') } });
		made.commit({ files: { 'Cart.kt': cart('two') }, branch: 'release', parents: [base], tag: 'v1.0.0' });
		made.commit({ subject: 'Continue', parents: [base] });
		made.commit({ files: { 'Cart.kt': cart('two') }, subject: 'Same change' });
		made.commit({ files: { 'Cart.kt': cart('three') }, subject: 'Later change', tag: 'v1.1.0' });
		made.write();
		assert.deepEqual(
			commitsOf(await search()).map(({ subject }) => subject),
			['Later change'],
		);
	});

	it('returns the author date of a commit and the CODEOWNERS of its files', async () => {
		const mark = change();
		made.commit({ files: { '.github/CODEOWNERS': '* @all\nCart.kt @ana dev@example.com\n' } });
		made.write();
		const [commit] = commitsOf(await search());
		assert.deepEqual(commit?.files, [{ path: 'Cart.kt', owners: ['@ana', 'dev@example.com'] }]);
		assert.deepEqual([commit?.hash, commit?.author], [made.hash(mark), 'Author 3']);
		assert.equal(commit?.authoredAt, Number(made.git('show', '-s', '--format=%at', made.hash(mark))));
	});

	it('reports an inconclusive result without tags, with ambiguous tags, or outside a repository', async () => {
		change();
		made.commit({ subject: 'Later', tag: 'till-v1.1.0' });
		made.write();
		made.git('tag', '-d', 'v1.1.0');
		made.git('tag', 'shop-v1.1.0');
		const reasonOf = (found: Suspects) => (found.kind === 'inconclusive' ? found.reason : found.kind);
		assert.deepEqual(reasonOf(await search()), {
			kind: 'noTag',
			version: '1.1.0',
			answer: { kind: 'several', tags: ['shop-v1.1.0', 'till-v1.1.0'] },
		});
		assert.equal((await search('Cart.kt', { tagPatterns: ['till-v{version}'] })).kind, 'found');
		made.git('tag', '-d', 'v1.0.0', 'shop-v1.1.0', 'till-v1.1.0');
		assert.deepEqual(reasonOf(await search()), { kind: 'noTag', version: '1.1.0', answer: { kind: 'noTags' } });
		rmSync(made.path('.git'), { recursive: true });
		assert.deepEqual(reasonOf(await search()), { kind: 'noRepository' });
	});

	it('reports an inconclusive result in a shallow clone, whose oldest commit seems to have added all lines', async () => {
		change();
		made.write();
		made.git(
			'clone',
			'-q',
			'-c',
			'advice.detachedHead=false',
			'--depth',
			'2',
			'--branch',
			'v1.1.0',
			`file://${made.path('')}`,
			made.path('clone'),
		);
		made.git('-C', 'clone', 'tag', 'v1.0.0', 'HEAD~1');
		assert.deepEqual(await search('clone/Cart.kt'), { kind: 'inconclusive', reason: { kind: 'shallow' } });
	});

	it('treats commit subjects, authors, and file names as plain text', async function () {
		if (process.platform === 'win32') {
			skipBecause(this, 'Windows forbids these file names.');
		}
		const subject = `--output=/tmp/x \u202e\u0007 ${'a'.repeat(1_000)}`;
		const name = '-Cart [1]*;$(touch x)/:(top)Cart.kt';
		made.commit({ files: { [name]: cart('one'), 'Cart.kt': cart('one') }, tag: 'v1.0.0' });
		made.commit({ files: { 'Cart.kt': cart('two') }, subject: 'Other file' });
		const author = '$(id) `x` | --exec <author-1@example.com>';
		const mark = made.commit({ files: { [name]: cart('two') }, subject, author, tag: 'v1.1.0' });
		made.write();
		const [commit, ...others] = commitsOf(await search(name));
		assert.deepEqual([commit?.hash, commit?.author, others], [made.hash(mark), '$(id) `x` | --exec', []]);
		assert.match(commit?.subject ?? '', /^--output=\/tmp\/x a{180,}…$/);
		assert.deepEqual(commit?.files, [{ path: name, owners: [] }]);
	});

	it('ignores file content that imitates commits in the output of Git', async () => {
		const imitated = `\n\0${'a'.repeat(40)}\0Mallory\x001\0Forged\n:100644 100644 ${'b'.repeat(40)}`;
		const forged = `${'text\n'.repeat(3_000)}\r\0${'a'.repeat(40)}\0Mallory\x001\0Forged\r\ndiff --git a/x b/x${imitated}\n`;
		made.commit({ files: { 'Cart.kt': cart('one') }, tag: 'v1.0.0' });
		const mark = made.commit({ files: { 'Cart.kt': cart('two') + forged }, tag: 'v1.1.0' });
		made.write();
		assert.deepEqual(
			commitsOf(await search()).map(({ hash }) => hash),
			[made.hash(mark)],
		);
	});

	it("runs no programs from the repository's configuration and changes no files", async function () {
		if (process.platform === 'win32') {
			skipBecause(this, 'Windows has no executable scripts.');
		}
		change();
		made.commit({ files: { '.gitattributes': '*.kt diff=evil filter=evil\n' } });
		made.write();
		const marker = join(made.folder, 'started');
		const evil = join(made.folder, 'evil');
		writeFileSync(evil, `#!/bin/sh\ntouch '${marker}'\ncat\n`, { mode: 0o755 });
		mkdirSync(join(made.folder, 'hooks'));
		for (const hook of ['post-index-change', 'reference-transaction', 'fsmonitor-watchman']) {
			writeFileSync(join(made.folder, 'hooks', hook), `#!/bin/sh\ntouch '${marker}'\n`, { mode: 0o755 });
		}
		for (const key of [
			...['diff.external', 'diff.evil.command', 'diff.evil.textconv', 'filter.evil.smudge', 'filter.evil.clean'],
			...['core.fsmonitor', 'core.pager', 'pager.log', 'core.sshCommand', 'gpg.program', 'core.editor'],
		]) {
			made.git('config', key, evil);
		}
		made.git('config', 'core.hooksPath', join(made.folder, 'hooks'));
		made.git('config', 'log.showSignature', 'true');
		const index = readFileSync(made.path('.git/index'));
		assert.equal(commitsOf(await search()).length, 1);
		assert.equal(existsSync(marker), false);
		assert.deepEqual(readFileSync(made.path('.git/index')), index);
	});

	it('finds a commit in a history of 5,000 commits', async function () {
		this.timeout(60_000);
		made.commit({ files: { 'old/Cart.kt': cart('one') }, tag: 'v1.0.0' });
		let mark = 0;
		for (let count = 0; count < 5_000; count++) {
			if (count === 2_000) {
				made.commit({ files: { 'old/Cart.kt': undefined, 'Cart.kt': cart('one') }, subject: 'Move' });
			} else if (count === 1_000) {
				mark = made.commit({ files: { 'old/Cart.kt': cart('one').replace('checked)', 'other)') } });
				made.commit({ files: { 'old/Cart.kt': cart('one') }, subject: 'Revert' });
			}
			made.commit({ files: { [`other/File${count % 50}.kt`]: `class File${count}\n` } });
		}
		made.commit({ tag: 'v1.1.0' });
		made.write();
		const found = commitsOf(await search());
		assert.deepEqual(
			found.map(({ subject }) => subject),
			['Revert', 'Change', 'Move'],
		);
		assert.equal(found[1]?.hash, made.hash(mark));
	});

	long('lists the files of a commit whose patch is too large to read', async function (this: Mocha.Context) {
		this.timeout(60_000);
		const huge = Array.from({ length: 400_000 }, (_, line) => `// generated line ${line} of a very long file\n`).join(
			'',
		);
		made.commit({ files: { 'Cart.kt': cart('one') }, tag: 'v1.0.0' });
		made.commit({ files: { 'Cart.kt': cart('two') }, subject: 'Small' });
		made.commit({ files: { 'Cart.kt': cart('two') + huge }, subject: 'Huge' });
		made.commit({ files: { 'Cart.kt': cart('two') }, subject: 'Smaller again', tag: 'v1.1.0' });
		made.write();
		assert.deepEqual(
			commitsOf(await search()).map(({ subject, touched }) => [subject, touched]),
			[
				['Smaller again', 'file'],
				['Huge', 'file'],
				['Small', 'file'],
			],
		);
	});
});
