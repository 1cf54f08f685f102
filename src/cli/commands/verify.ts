import { dirname, resolve } from 'node:path';
import type { ExportProgress } from '../../core/export/model/entry';
import { normalizeService } from '../../core/export/model/names';
import { describeProgress } from '../../wording/progressMessages';
import type { Command } from '../context/command';
import { serviceOptions } from '../options/options';
import { UsageError } from '../options/usageError';
import { waitMinutes, waitOption } from '../options/waiting';
import { exportAnswer } from '../records/exportData';
import { recordsAt } from '../records/recordsAt';

export const verify: Command = {
	summary: 'Checks that no records of an export are missing by requesting them again in chunks.',
	usage: '<export folder>',
	options: waitOption,
	uses: ['output', ...serviceOptions],
	takes: [1, 1],
	async run(given, { account, engine, terminal, signal, progress }) {
		const path = await recordsAt(resolve(terminal.cwd, given.operands[0] ?? ''));
		const folder = dirname(path);
		// The library is three levels above an export, whose path is `library/service/application/export`.
		const libraries = [resolve(folder, '..', '..', '..')];
		const entry = await engine.call('describeExport', { libraries, path }, { signal });
		if (!entry) {
			throw new UsageError(`No export found in ${folder}`);
		}
		const ref = await account.open();
		if (normalizeService(entry.stored.service) !== normalizeService(ref.service)) {
			// The token must not be sent to a service whose URL comes from an export folder.
			throw new UsageError('The export is from a different service than the one in APP_ERRORS_BASE_URL or --base-url.');
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
