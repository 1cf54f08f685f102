import { describeRecordCount, formatCount, formatMoment } from '../../wording/formats';
import type { Command } from '../context/command';
import { databaseOptions, getConnection, required } from '../options/databaseOptions';
import { UsageError } from '../options/usageError';
import { line, table, title } from '../output/blocks';

export const unload: Command = {
	summary: 'Removes the records of a load from a dataset on a ClickHouse server, or lists the loads.',
	usage: '--database URL --user NAME --dataset NAME [--load NUMBER]',
	options: {
		...databaseOptions,
		load: { type: 'string', value: 'NUMBER', meaning: 'number of the load to remove (default: list all loads)' },
	},
	uses: ['output'],
	takes: [0, 0],
	async run(given, context) {
		const dataset = required(given, 'dataset');
		const connection = getConnection(given, context);
		const { engine, signal } = context;
		const load = given.text('load');
		if (load === undefined) {
			const loads = await engine.call('listLoads', { connection, dataset }, { signal });
			const rows = loads.map((entry) => ({ ...entry, at: new Date(entry.at * 1000).toISOString() }));
			return {
				data: { dataset, loads: rows },
				rows,
				document: {
					title: 'Loads',
					language: 'en',
					blocks: [
						title({ foreign: dataset }),
						...table(
							['Load', 'Finished', 'Records', 'Added', 'Also in loads'],
							loads.map(({ load, at, records, added, sharedBy }) => [
								String(load),
								formatMoment(new Date(at * 1000)),
								formatCount(records),
								formatCount(added),
								sharedBy.join(', '),
							]),
						),
					],
				},
			};
		}
		if (!/^\d{1,9}$/.test(load)) {
			throw new UsageError('--load must be the number of a load');
		}
		const order = { connection, dataset, load: Number(load) };
		const { removed, deleted, total } = await engine.call('removeLoad', order, { signal, untilEnded: true });
		if (!deleted) {
			context.progress.note('The records are hidden, but this user has no permission to delete them.');
		}
		return {
			data: { dataset, load: order.load, removed, deleted, total },
			rows: [{ dataset, load: order.load, removed, deleted, total }],
			document: {
				title: 'Unload',
				language: 'en',
				blocks: [
					title({ foreign: dataset }, ` · ${formatCount(total)} records`),
					line(`Removed load ${order.load} with ${describeRecordCount(removed)}.`),
				],
			},
		};
	},
};
