import { resolve } from 'node:path';
import { isProblem } from '../../core/common/errors';
import type { LoadProgress } from '../../core/records/load/loadRecords';
import { ReadSession } from '../../engine/readRecords';
import type { TableInfo } from '../../shared/results';
import { formatCount, plural } from '../../wording/formats';
import type { CliContext } from '../context/cliContext';
import type { Command } from '../context/command';
import { databaseOptions, getConnection, required } from '../options/databaseOptions';
import { exitCodes } from '../options/exitCodes';
import { writeAll } from '../options/terminal';
import { UsageError } from '../options/usageError';
import { line, table, title } from '../output/blocks';
import { takeLimits } from '../records/flags';
import { recordsAt } from '../records/recordsAt';

const stages: Readonly<Record<LoadProgress['stage'], string>> = {
	waiting: 'waiting for another load to finish',
	sending: 'sending',
	merging: 'merging',
};

export const load: Command = {
	summary: 'Loads records from files into a dataset on a ClickHouse server, without duplicates.',
	usage: '<file>… --database URL --user NAME --dataset NAME [--fields a,b] [--time COLUMN] [--create-dataset]',
	options: {
		...databaseOptions,
		fields: {
			type: 'string',
			value: 'LIST',
			meaning: 'comma-separated fields to load (default: all non-personal fields)',
		},
		time: { type: 'string', value: 'COLUMN', meaning: 'column with the times of the records (default: found by name)' },
		'create-dataset': { type: 'boolean', meaning: 'create the dataset if it does not exist' },
		'print-setup-sql': { type: 'boolean', meaning: 'print the SQL that creates the dataset and its users, and exit' },
		cluster: {
			type: 'string',
			value: 'NAME',
			meaning: 'with --print-setup-sql: create the dataset on all nodes of this cluster',
		},
	},
	uses: ['output', 'library'],
	takes: [1, 10_000],
	async run(given, context) {
		const dataset = required(given, 'dataset');
		const columnsOf = (info: TableInfo) => chosenColumns(info, given.text('fields'), given.text('time'));
		if (given.has('print-setup-sql')) {
			const connection = given.isGiven('database') ? getConnection(given, context) : undefined;
			await using file = await readFile(await getPath(given.operands[0] ?? '', context), context);
			const columns = columnsOf(file.info).columns.flatMap((column) => file.info.columns[column] ?? []);
			const order = { dataset, columns, cluster: given.text('cluster'), connection };
			const script = await context.engine.call('setUpScript', order, { signal: context.signal });
			await writeAll(context.terminal.stdout, script);
			return exitCodes.done;
		}
		const connection = getConnection(given, context);
		const setUp = given.has('create-dataset');
		const rows: { file: string; records: number; added: number; load: number }[] = [];
		let total = 0;
		let lastStatus = '';
		let usualTime: string | undefined = '';
		for (const operand of given.operands) {
			const path = await getPath(operand, context);
			await using file = await readFile(path, context);
			takeLimits({ path, info: file.info }, context.progress);
			const { columns, names, leftOut, time } = columnsOf(file.info);
			const words = `Loading into ${dataset} at ${new URL(connection.url).host}: ${names.join(', ')}.${leftOut.length > 0 ? ` Not loaded: ${leftOut.join(', ')}.` : ''}`;
			if (words !== lastStatus) {
				lastStatus = words;
				context.progress.note(words);
			}
			const order = { session: file.session, connection, dataset, columns, time, setUp };
			const loading = context.engine.call('loadRecords', order, {
				signal: context.signal,
				untilEnded: true,
				onProgress: ({ stage, records, of }: LoadProgress) =>
					stage === 'waiting'
						? context.progress.state(stages.waiting)
						: context.progress.share(stages[stage], of === 0 ? 1 : records / of),
			});
			const loaded = await loading.catch((error) => {
				throw isProblem(error, 'databaseMissing') && !setUp ? missingDataset(dataset) : error;
			});
			context.progress.clear();
			if (loaded.time !== usualTime) {
				usualTime = loaded.time;
				context.progress.note(describeTime(loaded.time));
			}
			rows.push({ file: path, records: loaded.records, added: loaded.added, load: loaded.load });
			total = loaded.total;
		}
		return {
			data: { database: connection.url, dataset, files: rows, total },
			rows,
			document: {
				title: 'Load',
				language: 'en',
				blocks: [
					title({ foreign: dataset }, ` · ${plural(total, { one: '{0} record', other: '{0} records' })}`),
					...table(
						['File', 'Records', 'Added'],
						rows.map(({ file, records, added }) => [{ foreign: file }, formatCount(records), formatCount(added)]),
					),
					line('Existing records were not duplicated.'),
				],
			},
		};
	},
};

function missingDataset(dataset: string): UsageError {
	return new UsageError(
		`The dataset "${dataset}" does not exist. To create it, add --create-dataset, or ask an administrator to run the SQL that --print-setup-sql prints.`,
	);
}

function describeTime(time: string | undefined): string {
	return time === undefined
		? 'The records have no times. To use a column as the time, add --time COLUMN.'
		: `The times of the records come from ${time}.`;
}

function readFile(path: string, { engine, libraries, signal, progress }: CliContext): Promise<ReadSession> {
	const onProgress = (share: number) => progress.share('reading', share);
	return ReadSession.read(engine, path, libraries, { signal, onProgress });
}

function getPath(typed: string, { terminal }: CliContext): Promise<string> {
	return recordsAt(resolve(terminal.cwd, typed));
}

interface ChosenFields {
	readonly columns: readonly number[];
	readonly names: readonly string[];
	readonly leftOut: readonly string[];
	readonly time: number | undefined;
}

function chosenColumns({ columns }: TableInfo, list: string | undefined, time: string | undefined): ChosenFields {
	const wanted = list
		?.split(',')
		.map((name) => name.trim())
		.filter(Boolean);
	const missing = wanted?.find((name) => !columns.some((column) => column.name === name));
	if (missing !== undefined) {
		throw new UsageError(`The records have no field "${missing}".`);
	}
	const isChosen = ({ name, personal }: TableInfo['columns'][number]) => wanted?.includes(name) ?? !personal;
	const chosen = columns.flatMap((column, index) => (isChosen(column) ? [index] : []));
	if (chosen.length === 0) {
		throw new UsageError('No fields to load. Specify fields with --fields.');
	}
	const timeColumn = time === undefined ? undefined : chosen.find((place) => columns[place]?.name === time);
	if (time !== undefined && timeColumn === undefined) {
		throw new UsageError(`The loaded fields do not include the --time column "${time}".`);
	}
	return {
		columns: chosen,
		time: timeColumn,
		names: chosen.map((place) => columns[place]?.name ?? ''),
		leftOut: columns.filter((column) => !isChosen(column)).map(({ name }) => name),
	};
}
