import { execFile } from 'node:child_process';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cached } from '../vscode/cache.mjs';
import { npm } from '../vscode/npm.mjs';

const run = promisify(execFile);
const patience = 10 * 60_000;

/** Debian 12 packages of the oldest supported server version. */
const packages = [
	'clickhouse-client',
	'clickhouse-common',
	'clickhouse-server',
	'clickhouse-tools',
	'libcapnp-0.9.2',
	'libcctz2',
	'libcpuinfo0',
	'libdouble-conversion3',
	'libfarmhash0',
	'libjemalloc2',
	'libltdl7',
	'libmariadb3',
	'libmetrohash1',
	'libodbc2',
	'libpcre3',
	'libpococrypto80',
	'libpocodata80',
	'libpocodataodbc80',
	'libpocofoundation80',
	'libpocojson80',
	'libpocomongodb80',
	'libpoconet80',
	'libpoconetssl80',
	'libpocoutil80',
	'libpocoxml80',
	'librdkafka1',
	'libre2-9',
];

/** Current ClickHouse engine that runs inside a process, because npm has no package for the server. */
const engine = 'chdb@3.4.0';

/** @returns {Promise<string>} */
export function installServer() {
	return cached('clickhouse', async (staging) => {
		const root = join(staging, 'root');
		await mkdir(root);
		await download(staging);
		for (const file of (await readdir(staging)).filter((name) => name.endsWith('.deb'))) {
			await run('dpkg', ['-x', file, root], { cwd: staging });
			await rm(join(staging, file));
		}
	});
}

/** @returns {Promise<string>} */
export function installEngine() {
	return cached('chdb', async (staging) => {
		await writeFile(join(staging, 'package.json'), '{ "private": true }');
		await npm(['install', engine], staging);
	});
}

/** Returns true if the packages can be downloaded, which requires Debian or a derivative. */
export function isAvailable() {
	return run('apt-get', ['--version']).then(
		() => true,
		() => false,
	);
}

/** @param {string} folder */
async function download(folder) {
	const options = { cwd: folder, timeout: patience };
	try {
		await run('apt-get', ['download', '-qq', ...packages], options);
	} catch {
		// Uses separate package lists, because the system's lists may be outdated and can be updated only by root.
		const own = ['-o', `Dir::State::lists=${join(folder, 'lists')}`, '-o', `Dir::Cache=${join(folder, 'cache')}`];
		await mkdir(join(folder, 'lists', 'partial'), { recursive: true });
		await mkdir(join(folder, 'cache', 'archives', 'partial'), { recursive: true });
		await run('apt-get', [...own, 'update', '-qq'], options);
		await run('apt-get', [...own, 'download', '-qq', ...packages], options);
		await rm(join(folder, 'lists'), { recursive: true });
		await rm(join(folder, 'cache'), { recursive: true });
	}
}
