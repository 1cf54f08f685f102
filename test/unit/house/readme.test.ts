import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { countWords, documentationPages, linksIn, type PackagedReadme, picturesIn } from './support/documentation';

const readme = readFileSync('README.md', 'utf8');
const maxLines = 110;
const maxWords = 900;

describe('README', () => {
	it('limits the README to 110 lines and 900 words', () => {
		assert.ok(readme.trimEnd().split('\n').length <= maxLines);
		assert.ok(countWords(readme) <= maxWords, `${countWords(readme)} words`);
	});

	it('shows an image before the first section of the README', () => {
		assert.equal(picturesIn(readme.split('\n## ')[0] ?? '').length, 1);
	});

	it('links from the README to every page of the documentation', () => {
		const linked = new Set(linksIn(readme).map((target) => target.split('#')[0]));
		assert.deepEqual(
			documentationPages.filter((page) => !linked.has(page)),
			[],
		);
	});

	describe('README in the extension package', () => {
		let packagedReadme: PackagedReadme;

		before(async () => {
			const script = pathToFileURL(path.resolve('scripts', 'packagedReadme.mjs')).href;
			({ packagedReadme } = await import(script));
		});

		it('packages a README without images and relative links if package.json has no repository', () => {
			const packaged = packagedReadme(readme, { path: 'README.md' });
			assert.deepEqual(picturesIn(packaged), []);
			assert.deepEqual(linksIn(packaged), []);
			assert.match(packaged, /^\| Stack traces \| /m);
			assert.doesNotMatch(packaged, /\n\n\n/);
		});

		it('finds the web page of the project in package.json', async () => {
			const { projectUrl } = await import(pathToFileURL(path.resolve('scripts', 'packagedReadme.mjs')).href);
			const repository = { url: 'git+https://github.com/example/app-errors.git' };
			assert.equal(projectUrl({ repository }), 'https://github.com/example/app-errors');
			assert.equal(projectUrl({ homepage: 'https://example.com', repository }), 'https://example.com');
			assert.equal(projectUrl({}), undefined);
		});

		it('keeps headings and code blocks of the README if package.json has no repository', () => {
			const packaged = packagedReadme(readme, { path: 'README.md' });
			for (const pattern of [/^#+ .*$/gm, /^```[\s\S]*?^```$/gm]) {
				assert.deepEqual(packaged.match(pattern), readme.match(pattern));
			}
		});

		for (const repository of [
			'example/app-errors',
			'github:example/app-errors',
			'https://github.com/example/app-errors',
			{ url: 'git+https://github.com/example/app-errors.git' },
			{ url: 'git@github.com:example/app-errors.git' },
		]) {
			it(`packages a README with only https URLs if the repository is ${JSON.stringify(repository)}`, () => {
				const packaged = packagedReadme(readme, { path: 'README.md', repository });
				const address = 'https://github.com/example/app-errors';
				assert.deepEqual(
					picturesIn(packaged),
					picturesIn(readme).map((target) => `${address}/raw/HEAD/${target}`),
				);
				assert.deepEqual(
					linksIn(packaged),
					linksIn(readme).map((target) => `${address}/blob/HEAD/${target}`),
				);
			});
		}

		it("resolves links in a packaged document relative to the document's folder", () => {
			const page = 'See [README](../README.md), [a page](agents.md#use-agents), and [a section](#here).\n';
			const packaged = packagedReadme(page, { path: 'docs/command-line.md', repository: 'gitlab:example/app' });
			const address = 'https://gitlab.com/example/app/-/blob/HEAD';
			assert.equal(
				packaged,
				`See [README](${address}/README.md), [a page](${address}/docs/agents.md#use-agents), and [a section](#here).\n`,
			);
		});

		it('keeps absolute links in the packaged README', () => {
			const text = 'See [the site](https://example.com).\n';
			assert.equal(packagedReadme(text, { path: 'README.md' }), text);
		});

		it('packages a README without links if the repository is on an unknown host', () => {
			const packaged = packagedReadme('[a](b.md)\n', { path: 'README.md', repository: 'https://git.example.com/a/b' });
			assert.equal(packaged, 'a\n');
		});
	});
});
