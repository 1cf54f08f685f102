import { createServerQueries } from '../../../../../../src/core/records/server/serverQueries';
import type { TestDatabase } from '../../../../../support/databases/databases';
import { useDatabaseStage } from '../../../database/databaseStage';
import { askOf, isOfFiles } from '../../query/support/asking';
import { fill, openLoaded } from './filled';

/** Random tables that each test loads. `QUERIES_CASES=40 node test/run-unit.mjs --grep "Queries of"` looks further. */
const cases = Number(process.env['QUERIES_CASES'] ?? 1);

/**
 * The tests of queries of files once more, asked of datasets with the records of their tables.
 * @param suite That they become a part of.
 */
export function testQueriesOf(server: { readonly current: TestDatabase }, suite: Mocha.Suite): void {
	const stage = useDatabaseStage();
	let count = 0;
	before(() => {
		askOf(async (table) => {
			const name = `asked_${count++}`;
			const client = await stage.connect(server.current.url);
			await fill(client, name, table);
			const dataset = await openLoaded(client, name);
			return createServerQueries(dataset, 10).answer;
		}, cases);
	});

	suite.timeout(60 * 60_000);
	require('../../query/views.test');
	require('../../query/histogram.test');
	require('../../query/topValues.test');
	require('../../query/totals.test');
	require('../../query/find.test');
	require('../../query/groups/groups.test');
	require('../../query/frames.test');
	require('../../query/topFrame.test');
	removeTestsOfFiles(suite);
}

function removeTestsOfFiles(suite: Mocha.Suite): void {
	suite.tests = suite.tests.filter((test) => !isOfFiles(test));
	for (const inner of suite.suites) {
		removeTestsOfFiles(inner);
	}
}
