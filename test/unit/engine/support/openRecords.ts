import { createQueries } from '../../../../src/core/records/queries';
import { FreshTables } from '../../../../src/core/records/read/freshTables';
import { KnownMapIds } from '../../../../src/core/stack/mapping/knownMapIds';
import { OpenMappings } from '../../../../src/core/stack/mapping/openMappings';
import { OpenRecords } from '../../../../src/engine/recordSessions';

/**
 * Closes all sessions after each test. Call it before `useTemporaryFolder`, because some versions of Windows can't
 * delete a folder that contains an open file.
 */
export function useOpenRecords(): { readonly create: () => OpenRecords } {
	const created: OpenRecords[] = [];
	afterEach(async () => {
		for (const records of created.splice(0)) {
			const { sessions } = records as unknown as { readonly sessions: ReadonlyMap<string, unknown> };
			for (const session of [...sessions.keys()]) {
				await records.handlers.closeRecords(
					{ session },
					{ signal: new AbortController().signal, report: () => undefined },
				);
			}
		}
	});
	return {
		create: () => {
			const records = new OpenRecords(
				(table) => createQueries(table),
				new FreshTables(),
				{ source: new OpenMappings(), ids: new KnownMapIds() },
				() => Promise.reject(new Error('no database')),
			);
			created.push(records);
			return records;
		},
	};
}
