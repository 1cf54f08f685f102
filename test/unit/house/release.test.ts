import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PackagedReadme } from './support/documentation';

interface Release {
	readonly manifest: Readonly<Record<string, unknown>>;
	readonly tags: readonly string[];
	readonly packageBytes: number;
	readonly readme: string;
	readonly changelog: string;
	readonly gitTag?: string;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const addresses = {
	publisher: 'example',
	repository: { type: 'git', url: 'git+https://github.com/example/app-errors.git' },
	bugs: { url: 'https://github.com/example/app-errors/issues' },
	homepage: 'https://github.com/example/app-errors#readme',
};

describe('release checks', () => {
	let problemsOf: (release: Release) => string[];
	let release: Release;

	before(async () => {
		const script = (name: string) => import(pathToFileURL(path.resolve('scripts', name)).href);
		const { marketplaceTags, releaseProblems } = await script('releaseRules.mjs');
		problemsOf = releaseProblems;
		const { packagedReadme }: { packagedReadme: PackagedReadme } = await script('packagedReadme.mjs');
		release = {
			manifest: { ...manifest, ...addresses },
			tags: await marketplaceTags(),
			packageBytes: 1,
			readme: packagedReadme(readFileSync('README.md', 'utf8'), { path: 'README.md', ...addresses }),
			changelog: `## [${manifest.version}] - 2026-12-01\n`,
			gitTag: `v${manifest.version}`,
		};
	});

	it('allows a release after the publisher, URLs and date have been filled in', () => {
		assert.deepEqual(problemsOf(release), []);
	});

	it('rejects a release without a publisher, repository, bug tracker or home page', () => {
		const { publisher: _, ...without } = manifest;
		assert.deepEqual(
			problemsOf({ ...release, manifest: without }).map((problem) => /has no ([\w.]+):/.exec(problem)?.[1]),
			['publisher', 'homepage', 'repository.url', 'bugs.url'],
		);
	});

	it('rejects a release with 21 Marketplace tags, including the tags that vsce adds', () => {
		assert.ok(release.tags.includes('__ext_crash') && release.tags.includes('android'), release.tags.join());
		const tags = Array.from({ length: 21 }, (_, index) => `tag${index}`);
		assert.match(problemsOf({ ...release, tags }).join(), /^21 tags/);
	});

	it('rejects a release with a package that is too large', () => {
		assert.match(problemsOf({ ...release, packageBytes: 950_001 }).join(), /950001 bytes/);
	});

	it('rejects a README with relative links, SVG images or http URLs', () => {
		const readme =
			'[a](docs/a.md) ![b](https://example.com/b.svg) ![c](http://example.com/c.png) [d](https://d.example)';
		assert.equal(problemsOf({ ...release, readme }).length, 3);
	});

	it('rejects a release whose version has no date in the changelog or does not match the Git tag', () => {
		const changelog = `## [${manifest.version}] - Unreleased\n`;
		assert.match(problemsOf({ ...release, changelog }).join(), /^CHANGELOG\.md has no date/);
		assert.match(problemsOf({ ...release, gitTag: 'v0.0.1' }).join(), /^The Git tag is v0\.0\.1/);
	});

	it('publishes a Git tag to both marketplaces and npm in the release workflow, after running tests', () => {
		const workflow = readFileSync('.github/workflows/release.yml', 'utf8');
		const scripts = [...workflow.matchAll(/npm (?:run )?([\w]+)/g)].map(([, name]) => name);
		assert.deepEqual(scripts, ['ci', 'test', 'pkg', 'package', 'release']);
		for (const name of ['publisher', 'repository.url', 'bugs.url', 'homepage']) {
			assert.ok(workflow.includes(`"${name}=`), name);
		}
		const script = readFileSync('scripts/release.mjs', 'utf8');
		for (const [token] of workflow.matchAll(/\b(?:VSCE_PAT|OVSX_PAT|NODE_AUTH_TOKEN)\b(?=:)/g)) {
			assert.ok(script.includes(token), token);
		}
	});

	it('runs type checks, lint and tests on Windows, macOS and Linux in a workflow', () => {
		const workflow = readFileSync('.github/workflows/tests.yml', 'utf8');
		assert.match(workflow, /os: \[windows-latest, macos-latest, ubuntu-latest\]/);
		const [, folder = ''] = /working-directory: (.*)/.exec(workflow) ?? [];
		assert.ok(folder.includes(' ') && /[^\0-\x7f]/.test(folder) && workflow.includes(`path: ${folder}\n`), folder);
		const named = [...workflow.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
		const expected = ['check:types', 'check:lint', 'test:unit', 'test:webview', 'test:desktop'];
		assert.deepEqual([...new Set(named)], expected);
		assert.ok(expected.every((name) => name in manifest.scripts));
	});

	it('activates after startup rather than for specific languages, which would count as marketplace tags', () => {
		assert.deepEqual(manifest.activationEvents, [
			'onStartupFinished',
			'onUri',
			'onWebviewPanel:appErrors.comparison',
			'onWebviewPanel:appErrors.overview',
		]);
	});
});
