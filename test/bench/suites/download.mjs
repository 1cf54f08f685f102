import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** Smaller exports are faster but less meaningful. */
const longMegabytes = Number(process.env['BENCH_LONG_MB'] ?? 2000);

/** Bandwidth in megabits per second while an index is built. Few offices have a faster connection. */
const megabits = '1000';

/** @param {import('../run.mjs').Tools} tools @returns {import('../run.mjs').Suite} */
export default function download({ data, own, peer }) {
	const narrow = data('narrow', 'csv', 1_000_000);
	const packed = packedFile(narrow);
	const server = peer('serveBody');
	const engine = own('engine');
	/** @type {import('../measure.mjs').Programs} */
	const programs = {
		plain: [own('download'), server, narrow],
		plainUndici: [peer('undici'), server, narrow],
		gzip: [own('download'), server, packed, 'gzip'],
		paced: [own('download'), server, narrow, '', megabits],
		cancel: [own('downloadCancel'), server, narrow],
		long: [own('downloadLong'), server, narrow, engine, String(longMegabytes)],
	};
	/** @type {import('../report.mjs').Goal[]} */
	const goals = [
		{ text: '195 MB, compared with the HTTP client only', own: 'plain.ms', peer: 'plainUndici.ms', most: 1.35 },
		{ text: 'bytes on the disk', own: 'plain.bytes', same: 'plainUndici.bytes' },
		{ text: 'index ready after the last byte', own: 'paced.afterLastByteMs', limit: 150, unit: 'ms' },
		{ text: 'records in the index', own: 'paced.indexed', same: 'paced.rows' },
		{ text: 'time until a cancellation stops the traffic', own: 'cancel.trafficMs', limit: 1000, unit: 'ms' },
		{ text: `${longMegabytes} MB: memory above idle`, own: 'long.aboveIdleMb', limit: 200, unit: 'MB' },
		{ text: 'memory growth from the first to the last third', own: 'long.growthMb', limit: 20, unit: 'MB' },
		{ text: 'longest delay of the host (p99.9)', own: 'long.stallMs', limit: 50, unit: 'ms' },
		{ text: 'records of the long export', own: 'long.rows', same: 'long.rowsSent' },
	];
	if (!hasCurl()) {
		console.log('curl is not on this machine: the downloads are not compared with it.\n');
		return { title: 'Downloading', programs, goals };
	}
	return {
		title: 'Downloading',
		programs: {
			...programs,
			plainCurl: [peer('curl'), server, narrow],
			gzipCurl: [peer('curl'), server, packed, 'gzip'],
			pacedCurl: [peer('curl'), server, narrow, '', megabits],
		},
		goals: [
			{ text: '195 MB against curl', own: 'plain.ms', peer: 'plainCurl.ms', most: 1.3 },
			{ text: '195 MB of gzip against curl --compressed', own: 'gzip.ms', peer: 'gzipCurl.ms', most: 0.9 },
			{ text: '195 MB at 1 Gbit/s, with the index, against curl', own: 'paced.ms', peer: 'pacedCurl.ms', most: 1.05 },
			{ text: 'bytes on the disk, compared with curl', own: 'plain.bytes', same: 'plainCurl.bytes' },
			{ text: 'bytes on the disk, compared with curl --compressed', own: 'gzip.bytes', same: 'gzipCurl.bytes' },
			...goals,
		],
	};
}

function hasCurl() {
	try {
		execFileSync('curl', ['--version'], { stdio: 'ignore' });
		return true;
	} catch {
		return false;
	}
}

/** @param {string} path */
function packedFile(path) {
	const packed = `${path}.gz`;
	if (!existsSync(packed)) {
		writeFileSync(`${packed}.part`, gzipSync(readFileSync(path)));
		renameSync(`${packed}.part`, packed);
	}
	return packed;
}
