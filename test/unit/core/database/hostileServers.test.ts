import assert from 'node:assert/strict';
import { AppError } from '../../../../src/core/common/errors';
import { connectDatabase } from '../../../../src/core/database/connectDatabase';
import { Connections } from '../../../../src/core/service/dispatcher';
import { defaultNetwork } from '../../../support/defaultNetwork';
import { measured } from '../../../support/measured';
import { getProblem } from '../service/expectations';
import { compact } from './compact';
import { accessTo, ask, getParts, never } from './databaseHarness';
import { hostileServers, serveHostile } from './hostileServers';

const maxGrowth = 200_000_000;

/** Short time limits for tests. They are not sent to the server, which is never queried for its settings. */
const limits = { maxSeconds: 0.2, transferSeconds: 0.2 };

describe('hostile database server', () => {
	for (const name of hostileServers) {
		it(`ends a connection attempt to a hostile database server with an error: ${name}`, async () => {
			await using server = await serveHostile(name);
			await using connections = new Connections(defaultNetwork, {});
			const connecting = connectDatabase(accessTo(server.url), { ...getParts(connections), ...limits }, never);
			const { kind } = await getProblem(connecting);
			assert.match(kind, /^database(?:Answer|TooMuch|Network|Failure|Busy)$/);
		});
	}

	measured("a hostile database server can't make a query use hundreds of megabytes", async () => {
		for (const name of hostileServers) {
			await using server = await serveHostile(name, (sql) => {
				if (sql.startsWith('SELECT version()')) {
					return compact([['26.7.2.1', 'host']]);
				}
				return sql.includes('FROM system.settings') || sql.startsWith('KILL') ? compact([]) : undefined;
			});
			await using connections = new Connections(defaultNetwork, {});
			const dependencies = { ...getParts(connections), maxSeconds: 1, transferSeconds: 1 };
			const before = process.memoryUsage.rss();
			let most = before;
			const timer = setInterval(() => {
				most = Math.max(most, process.memoryUsage.rss());
			}, 5);
			try {
				await using client = await connectDatabase(accessTo(server.url), dependencies, never);
				await client.rows(ask('SELECT 1', { maxRows: 1_000_000 }));
				throw new Error('the response never ends');
			} catch (error) {
				assert.ok(error instanceof AppError, `${name}: ${error}`);
			} finally {
				clearInterval(timer);
			}
			assert.ok(most - before < maxGrowth, `${name}: ${most - before}`);
		}
	});

	it('stops waiting if a hostile database server sends the confirmation of a change slowly or without end', async () => {
		for (const name of ['one byte at a time', 'a line without end', 'an empty response that stays open']) {
			await using server = await serveHostile(name, (sql) => {
				if (sql.startsWith('SELECT version()')) {
					return compact([['26.7.2.1', 'host']]);
				}
				return sql.startsWith('SELECT') || sql.startsWith('KILL') ? compact([]) : undefined;
			});
			await using connections = new Connections(defaultNetwork, {});
			const dependencies = { ...getParts(connections), ...limits };
			await using client = await connectDatabase(accessTo(server.url), dependencies, never);
			const { kind } = await getProblem(client.change({ sql: 'DROP TABLE a', repeatable: false, signal: never }));
			assert.match(kind, /^database(?:Answer|Network)$/, name);
		}
	});
});
