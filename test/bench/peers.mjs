import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const peers = { '@duckdb/node-api': '1.5.6-r.1' };

/** @param {string} folder */
export function installPeers(folder) {
	const manifest = `${JSON.stringify({ private: true, dependencies: peers })}\n`;
	const file = join(folder, 'package.json');
	if (existsSync(join(folder, 'node_modules')) && existsSync(file) && readFileSync(file, 'utf8') === manifest) {
		return;
	}
	mkdirSync(folder, { recursive: true });
	writeFileSync(file, manifest);
	execFileSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], {
		cwd: folder,
		stdio: ['ignore', 'ignore', 'inherit'],
		shell: process.platform === 'win32',
	});
}
