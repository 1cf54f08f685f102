import { connectDatabase } from '../../../../src/core/database/connectDatabase';
import type { DatabaseAccess } from '../../../../src/core/database/databaseAddress';
import type { DatabaseClient, DatabaseParts, DatabaseQuestion } from '../../../../src/core/database/databaseClient';
import { createPost } from '../../../../src/core/database/databaseRequest';
import { Connections } from '../../../../src/core/service/dispatcher';
import { databasePassword } from '../../../support/databases/configuration';
import { defaultNetwork } from '../../../support/defaultNetwork';

export const never = new AbortController().signal;

/** What tests of the client play on; each test has its own connections and log. */
export interface DatabaseStage {
	readonly logged: readonly string[];
	/** A client that is closed after the test. */
	connect(url: string, access?: Partial<DatabaseAccess>, parts?: Partial<DatabaseParts>): Promise<DatabaseClient>;
}

/** Sets the stage anew before each test of the suite it is called in, and clears it after. */
export function useDatabaseStage(): DatabaseStage {
	let connections: Connections;
	let logged: string[];
	let clients: DatabaseClient[];

	beforeEach(() => {
		logged = [];
		clients = [];
		connections = new Connections(defaultNetwork, {});
	});
	afterEach(async () => {
		for (const client of clients) {
			await client[Symbol.asyncDispose]();
		}
		await connections[Symbol.asyncDispose]();
	});

	return {
		get logged() {
			return logged;
		},
		async connect(url, access, parts) {
			const client = await connectDatabase(
				accessTo(url, access),
				{ ...partsOf(connections, (line) => logged.push(line)), ...parts },
				never,
			);
			clients.push(client);
			return client;
		},
	};
}

export function accessTo(url: string, access: Partial<DatabaseAccess> = {}): DatabaseAccess {
	return { url, database: '', user: 'admin', password: databasePassword, allowInsecure: false, ...access };
}

export function partsOf(connections: Connections, onLog: (line: string) => void = () => {}): DatabaseParts {
	const log = (_level: string, line: string) => onLog(line);
	return { post: createPost(connections, log), log, busyDelays: [10, 20, 50] };
}

/** A question that nobody gives up. */
export function ask(sql: string, options: Partial<DatabaseQuestion> = {}): DatabaseQuestion {
	return { sql, maxRows: 1000, signal: never, ...options };
}
