import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import { onlyEntry } from '../../../src/core/records/read/zipArchive';
import { zipOf } from '../core/records/read/support/zipOf';

type Recompress = { readonly recompress: (archive: Buffer) => Promise<Buffer> };

describe('extension package (VSIX)', () => {
	let listed: string;

	before(async () => {
		({ stdout: listed } = await promisify(execFile)(process.execPath, ['scripts/package.mjs', '--list']));
	});

	it('extension package contains exactly the expected files', () => {
		assert.deepEqual(
			listed
				.trim()
				.split('\n')
				.filter((line) => !line.includes(' ') && !/^dist\/shared\/\w+\.js$/.test(line))
				.sort(),
			// `l10n/bundle.l10n.json` is excluded because VS Code takes the default strings from the code.
			[
				'CHANGELOG.md',
				'LICENSE',
				'dist/README.md',
				'dist/cli.js',
				'dist/engine.js',
				'dist/extension.js',
				'dist/mcp.js',
				'dist/product.js',
				'dist/sample.js',
				'dist/third-party-notices.txt',
				'dist/webview/comparison.css',
				'dist/webview/comparison.js',
				'dist/webview/overview.css',
				'dist/webview/overview.js',
				'dist/webview/results.css',
				'dist/webview/results.js',
				'media/app-errors.svg',
				'media/icon.png',
				'media/skills/investigate-app-errors/SKILL.md',
				'media/tab.svg',
				'media/walkthrough/code.svg',
				'media/walkthrough/compare.svg',
				'media/walkthrough/groups.svg',
				'media/walkthrough/permissions.svg',
				'media/walkthrough/register.svg',
				'media/walkthrough/sample.svg',
				'media/walkthrough/signIn.svg',
				'media/walkthrough/sync.svg',
				'media/walkthrough/token.svg',
				'package.json',
				'package.nls.json',
				'schemas/savedExport.schema.json',
				'syntaxes/stackTrace.language.json',
				'syntaxes/stackTrace.tmLanguage.json',
			],
		);
	});

	it("packages a README without images that the editor can't load", () => {
		const [whole, packed] = ['README.md', 'dist/README.md'].map((file) => readFileSync(file, 'utf8'));
		assert.match(whole ?? '', /!\[/);
		assert.doesNotMatch(packed ?? '', /!\[|<img/);
		assert.equal(packed?.match(/^#+ .*$/gm)?.join(), whole?.match(/^#+ .*$/gm)?.join());
	});

	it('recompresses the files of an archive without changing their content', async () => {
		const { recompress }: Recompress = await import(pathToFileURL(resolve('scripts', 'recompress.mjs')).href);
		const content = readFileSync('package.json');
		const archive = zipOf([
			{ name: 'folder/', content: Buffer.alloc(0), method: 'stored' },
			{ name: 'a', content },
		]);
		const smaller = await recompress(archive);
		assert.ok(smaller.length < archive.length, `${smaller.length} of ${archive.length} bytes`);
		const read = async (bytes: Buffer, offset: number, length: number, position: number | null) => ({
			bytesRead: smaller.copy(bytes, offset, position ?? 0, (position ?? 0) + length),
		});
		const entry = await onlyEntry({ read } as Parameters<typeof onlyEntry>[0], smaller.length);
		assert.ok(typeof entry === 'object', String(entry));
		assert.deepEqual(inflateRawSync(smaller.subarray(entry.start, entry.end)), content);
	});
});
