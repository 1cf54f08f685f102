import { dirname, resolve } from 'node:path';
import type { ExportProgress } from '../../core/export/model/entry';
import { normalizeService } from '../../core/export/model/names';
import { describeProgress } from '../../wording/progressMessages';
import { UsageError } from '../asked/usageError';
import { waitMinutes, waitOption } from '../asked/waiting';
import { exportAnswer } from '../records/exportData';
import { recordsAt } from '../records/recordsAt';
import type { Command } from '../world/command';

export const verify: Command = {
	summary: 'Asks for the records of an export again, in pieces, to know whether any are missing.',
	usage: '<folder of an export>',
	options: waitOption,
	takes: [1, 1],
	async run(given, { account, engine, terminal, signal, progress }) {
		const path = await recordsAt(resolve(terminal.cwd, given.operands[0] ?? ''));
		const folder = dirname(path);
		// As the library is on the disk: service, application, export.
		const libraries = [resolve(folder, '..', '..', '..')];
		const entry = await engine.call('describeExport', { libraries, path }, { signal });
		if (!entry) {
			throw new UsageError(`There is no export in ${folder}`);
		}
		const ref = await account.open();
		if (normalizeService(entry.stored.service) !== normalizeService(ref.service)) {
			// What a folder says about a service is no reason to send a token there.
			throw new UsageError('The export is of another service than APP_ERRORS_BASE_URL or --base-url names.');
		}
		const order = {
			account: ref,
			libraries,
			folder,
			additionalFields: [],
			waitLimitMinutes: waitMinutes(given),
		};
		const verified = await engine.call('verifyExport', order, {
			signal,
			untilEnded: true,
			onProgress: (state: ExportProgress) => progress.state(describeProgress(state)),
		});
		return exportAnswer(verified, true);
	},
};
