import { createServerQueries } from '../../../../../../src/core/records/server/serverQueries';
import type { TestDatabase } from '../../../../../support/databases/databases';
import { useDatabaseHarness } from '../../../database/databaseHarness';
import { isOfFiles, useQueries } from '../../query/support/querying';
import { defineQuerySuites } from '../../query/support/querySuites';
import { fill, openLoaded } from './filled';

/** Number of random tables that each test loads. */
const cases = Number(process.env['QUERIES_CASES'] ?? 1);

/** Repeats the tests of queries on files, in the given suite, with datasets that contain the same records. */
export function testQueriesOn(server: { readonly current: TestDatabase }, suite: Mocha.Suite): void {
	const stage = useDatabaseHarness();
	let count = 0;
	let restore: (() => void) | undefined;
	before(() => {
		restore = useQueries(async (table) => {
			const name = `asked_${count++}`;
			const client = await stage.connect(server.current.url);
			await fill(client, name, table);
			const dataset = await openLoaded(client, name);
			return createServerQueries(dataset, 10).answer;
		}, cases);
	});
	after(() => restore?.());

	suite.timeout(60 * 60_000);
	defineQuerySuites();
	removeTestsOfFiles(suite);
}

function removeTestsOfFiles(suite: Mocha.Suite): void {
	suite.tests = suite.tests.filter((test) => !isOfFiles(test));
	for (const inner of suite.suites) {
		removeTestsOfFiles(inner);
	}
}
