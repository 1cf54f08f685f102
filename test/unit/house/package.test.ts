import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

describe('The package', () => {
	it('holds exactly what it is meant to', async () => {
		const { stdout } = await promisify(execFile)(process.execPath, [
			'node_modules/@vscode/vsce/vsce',
			'ls',
			'--no-dependencies',
		]);
		assert.deepEqual(
			stdout
				.trim()
				.split('\n')
				.filter((line) => !line.includes(' '))
				.sort(),
			[
				'CHANGELOG.md',
				'LICENSE',
				'README.md',
				'dist/engine.js',
				'dist/extension.js',
				'dist/sample.js',
				'dist/third-party-notices.txt',
				'dist/webview/results.css',
				'dist/webview/results.js',
				'l10n/bundle.l10n.json',
				'media/app-errors.svg',
				'media/icon.png',
				'media/walkthrough/export.svg',
				'media/walkthrough/permissions.svg',
				'media/walkthrough/register.svg',
				'media/walkthrough/signIn.svg',
				'media/walkthrough/token.svg',
				'package.json',
				'package.nls.json',
				'syntaxes/stackTrace.language.json',
				'syntaxes/stackTrace.tmLanguage.json',
			],
		);
	});
});
