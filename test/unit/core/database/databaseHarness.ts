import { connectDatabase } from '../../../../src/core/database/connectDatabase';
import type { DatabaseAccess } from '../../../../src/core/database/databaseAddress';
import type {
	DatabaseClient,
	DatabaseDependencies,
	DatabaseQuestion,
} from '../../../../src/core/database/databaseClient';
import { createPost } from '../../../../src/core/database/databaseRequest';
import { Connections } from '../../../../src/core/service/dispatcher';
import { databasePassword } from '../../../support/databases/configuration';
import { defaultNetwork } from '../../../support/defaultNetwork';

export const never = new AbortController().signal;

export interface DatabaseHarness {
	readonly logged: readonly string[];
	connect(
		url: string,
		access?: Partial<DatabaseAccess>,
		dependencies?: Partial<DatabaseDependencies>,
	): Promise<DatabaseClient>;
}

export function useDatabaseHarness(): DatabaseHarness {
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
		async connect(url, access, dependencies) {
			const client = await connectDatabase(
				accessTo(url, access),
				{ ...getParts(connections, (line) => logged.push(line)), ...dependencies },
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

export function getParts(connections: Connections, onLog: (line: string) => void = () => {}): DatabaseDependencies {
	const log = (_level: string, line: string) => onLog(line);
	return { post: createPost(connections, log), log, busyDelays: [10, 20, 50] };
}

export function ask(sql: string, options: Partial<DatabaseQuestion> = {}): DatabaseQuestion {
	return { sql, maxRows: 1000, signal: never, ...options };
}
