// HTTP server for the newest engine: node newestEngine.mjs <package folder> <data folder>. It prints `listening <port>`
// when it is ready, runs one statement at a time and does not support cancellation.
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';

const [, , installed = '', data = ''] = process.argv;
const { Session } = createRequire(join(installed, 'package.json'))('chdb');
const session = new Session(join(data, 'engine'));

const notSettings = new Set(['query', 'query_id', 'database', 'wait_end_of_query', 'enable_http_compression']);

/** @type {Promise<void>} */
let turn = Promise.resolve();
let loads = 0;

const server = createServer((request, response) => {
	turn = turn.then(() => answer(request, response)).catch(() => void response.destroy());
});
server.listen(0, '127.0.0.1', () => {
	const address = server.address();
	console.log(`listening ${typeof address === 'object' && address?.port}`);
});

/** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
async function answer(request, response) {
	const { searchParams } = new URL(request.url ?? '', 'http://localhost');
	response.setHeader('X-ClickHouse-Server-Display-Name', 'newest');
	try {
		const database = searchParams.get('database');
		if (database) await session.queryAsync(`USE \`${database}\``);
		const query = searchParams.get('query') ?? '';
		response.end(await (/^\s*INSERT\b/i.test(query) ? load(query, request) : ask(query, request, searchParams)));
	} catch (error) {
		const { message } = /** @type {Error} */ (error);
		const code = /Code: (\d+)/.exec(message)?.[1];
		if (code) response.setHeader('X-ClickHouse-Exception-Code', code);
		response.statusCode = code === '60' || code === '81' ? 404 : 500;
		response.end(message);
	}
}

/** @param {string} query @param {import('node:http').IncomingMessage} request @param {URLSearchParams} parameters */
async function ask(query, request, parameters) {
	const pieces = [];
	for await (const piece of request) pieces.push(piece);
	const sql = query + Buffer.concat(pieces).toString('utf8');
	const settings = [...parameters].filter(([name]) => !notSettings.has(name) && name !== 'readonly');
	const [, statement = sql, format = 'TabSeparated'] = /^([\s\S]*?)\s+FORMAT\s+(\w+)\s*$/.exec(sql) ?? [];
	const clause = settings.map(([name, value]) => `${name} = ${/^\d+$/.test(value) ? value : `'${value}'`}`).join(', ');
	const selects = /^\s*(?:SELECT|WITH)\b/i.test(statement);
	const result = await session.queryAsync(selects && clause ? `${statement}\nSETTINGS ${clause}` : statement, {
		format,
	});
	return Buffer.from(result.bytes());
}

/** @param {string} query @param {import('node:http').IncomingMessage} request */
async function load(query, request) {
	const file = join(data, `load-${loads++}`);
	const encoding = request.headers['content-encoding'];
	const unpack =
		encoding === 'gzip' ? createGunzip() : encoding === 'zstd' ? createZstdDecompress() : new PassThrough();
	await pipeline(request, unpack, createWriteStream(file));
	try {
		await session.queryAsync(query.replace(/\bFORMAT\s+(\w+)\s*$/i, `FROM INFILE '${file}' FORMAT $1`));
	} finally {
		await rm(file);
	}
	return '';
}
