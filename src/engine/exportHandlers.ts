import type { CachedListing } from '../core/export/library/cachedListing';
import { clearLibrary, measureLibrary } from '../core/export/library/clearLibrary';
import { describeExport } from '../core/export/library/describeExport';
import type { ExportDependencies } from '../core/export/library/exportDependencies';
import { deleteExport, getLibrary } from '../core/export/library/library';
import { removeOldExports } from '../core/export/library/retention';
import { seenValues } from '../core/export/library/seenValues';
import { setExportName } from '../core/export/library/setExportName';
import type { LibraryExport } from '../core/export/run/libraryExport';
import { resumeExport } from '../core/export/run/resumeExport';
import { runExport } from '../core/export/run/runExport';
import { verifyExport } from '../core/export/run/verifyExport';
import type { OpenMarks } from '../core/locks/openMarks';
import { FieldTable } from '../core/plan/fields';
import type { Plan } from '../core/plan/plan';
import type { Handlers } from '../shared/rpc';
import type { AskingOrder, EngineApi, PastExportOrder } from './protocol';

interface ExportParts {
	readonly exports: CachedListing;
	readonly runners: Pick<ExportDependencies, 'running' | 'locks'>;
	readonly marks: OpenMarks;
	readonly asking: (order: AskingOrder, signal: AbortSignal) => Promise<ExportDependencies>;
	readonly keyed: (plan: Plan) => Promise<Plan>;
}

export function exportHandlers({ exports, runners, marks, asking, keyed }: ExportParts) {
	return {
		runExport: async (order, { signal, report }) => {
			const { account, plan, zone, additionalFields, library } = order;
			const fields = new FieldTable(additionalFields);
			const request = { service: account.service, plan: await keyed(plan), zone, fields, library };
			return runExport(request, await asking(order, signal), signal, report);
		},
		resumeExport: async (order, { signal, report }) =>
			exports.changing(order.folder, async () =>
				resumeExport(await pastOf(order), await asking(order, signal), signal, report),
			),
		verifyExport: async (order, { signal, report }) =>
			exports.changing(order.folder, async () =>
				verifyExport(await pastOf(order), await asking(order, signal), signal, report),
			),
		listExports: ({ library, service, rescan }) => exports.list(library, service, rescan),
		describeExport: ({ libraries, path }) => describeExport(path, libraries),
		nameExport: ({ libraries, folder, name }) => exports.changing(folder, () => setExportName(libraries, folder, name)),
		deleteExport: ({ libraries, folder }) =>
			exports.changing(folder, async () => deleteExport(await getLibrary(folder, libraries), folder, runners)),
		removeOldExports: ({ library, policy }) =>
			exports.changingAll(() => removeOldExports(library, policy, { runners, marks })),
		measureLibrary: ({ library }) => measureLibrary(library, runners),
		clearLibrary: ({ library }) => exports.changingAll(() => clearLibrary(library, runners)),
		seenValues: (query, { signal }) => seenValues(query, runners, signal),
	} satisfies Partial<Handlers<EngineApi>>;
}

async function pastOf({ account, libraries, folder, additionalFields }: PastExportOrder): Promise<LibraryExport> {
	return { service: account.service, library: await getLibrary(folder, libraries), folder, additionalFields };
}
