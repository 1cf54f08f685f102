import { AppError, type OnlyInFiles } from '../../common/errors';
import type { TableQueries } from '../queries';
import type { Dataset } from './dataset/dataset';
import { ServerViews } from './dataset/views';
import { setsApartOnServer } from './questions/apart';
import { copyOnServer, saveOnServer } from './questions/copying';
import { findOnServer } from './questions/find';
import { groupOnServer, groupsOnServer } from './questions/groups';
import { histogramOnServer } from './questions/histogram';
import { issueOnServer } from './questions/issue';
import { pageOnServer, positionOnServer, recordOnServer, valueOnServer } from './questions/pages';
import { topValuesOnServer } from './questions/topValues';
import { totalsOnServer } from './questions/totals';

/** Made once for a dataset, as `createQueries` is for a file; what only a file can tell is refused. */
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
			setsApart: (params, { signal }) => setsApartOnServer(views, params, signal),
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
		useMappings: () => false,
		save: (what, { signal, report }) => saveOnServer(views, what, report, signal),
	};
}
