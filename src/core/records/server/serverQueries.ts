import { AppError, type OnlyInFiles } from '../../common/errors';
import type { TableQueries } from '../queries';
import type { Dataset } from './dataset/dataset';
import { ServerViews } from './dataset/views';
import { commonTraitsOnServer } from './queries/commonTraits';
import { copyOnServer, saveOnServer } from './queries/copying';
import { findOnServer } from './queries/find';
import { groupOnServer, groupsOnServer } from './queries/groups';
import { histogramOnServer } from './queries/histogram';
import { issueOnServer } from './queries/issue';
import { pageOnServer, positionOnServer, recordOnServer, valueOnServer } from './queries/pages';
import { topValuesOnServer } from './queries/topValues';
import { totalsOnServer } from './queries/totals';

/** Creates the queries on a dataset. Call once per dataset. Queries that only files support throw an error. */
export function createServerQueries(dataset: Dataset, sortedAtOnce?: number): TableQueries {
	const views = new ServerViews(dataset, sortedAtOnce);
	const refuse = (what: OnlyInFiles) => () => Promise.reject(new AppError({ kind: 'onlyInFiles', what }));
	return {
		answer: {
			page: (params, { signal }) => pageOnServer(views, params, signal),
			record: ({ number }, { signal }) => recordOnServer(views, number, signal),
			value: (params, { signal }) => valueOnServer(views, params, signal),
			positionOf: (params, { signal }) => positionOnServer(views, params, signal),
			groups: (params, { signal, report }) => groupsOnServer(views, params, signal, report),
			group: (params, { signal }) => groupOnServer(views, params, signal),
			commonTraits: (params, { signal }) => commonTraitsOnServer(views, params, signal),
			histogram: (params, { signal }) => histogramOnServer(views, params, signal),
			topValues: (params, { signal }) => topValuesOnServer(views, params, signal),
			totals: (params, { signal }) => totalsOnServer(views, params, signal),
			find: (params, { signal, report }) => findOnServer(views, params, signal, report),
			copy: (params, { signal }) => copyOnServer(views, params, signal),
			issue: (question, { signal }) => issueOnServer(views, question, signal),
		},
		compared: undefined,
		sites: {
			crashSites: refuse('sites'),
			countSites: refuse('sites'),
			filesWithSites: refuse('sites'),
			filesOfRecords: refuse('sites'),
		},
		origins: async () => [],
		othersOfVersion: async () => [],
		useMappings: () => false,
		save: (what, { signal, report }) => saveOnServer(views, what, report, signal),
	};
}
