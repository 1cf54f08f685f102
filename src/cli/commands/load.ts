import { resolve } from 'node:path';
import type { LoadProgress } from '../../core/records/load/loadRecords';
import { setUpScript } from '../../core/records/load/setUpScript';
import { storedFields } from '../../core/records/server/dataset/schema';
import { parseAddress } from '../../core/service/address';
import { ReadSession } from '../../services/results/readRecords';
import type { TableInfo } from '../../shared/results';
import { formatCount } from '../../wording/formats';
import { exitCodes } from '../asked/exitCodes';
import type { Given } from '../asked/options';
import { writeAll } from '../asked/terminal';
import { UsageError } from '../asked/usageError';
import { line, table, title } from '../out/blocks';
import { recordsAt } from '../records/recordsAt';
import type { Command } from '../world/command';
import type { World } from '../world/world';

const stages: Readonly<Record<LoadProgress['stage'], string>> = {
	waiting: 'waiting for another load',
	sending: 'sending',
	merging: 'merging',
};

export const load: Command = {
	summary: 'Loads the records of files into a dataset on a ClickHouse server, each once.',
	usage: '<file>… --database URL --user NAME --dataset NAME [--fields a,b] [--set-up]',
	options: {
		database: { type: 'string', value: 'URL', meaning: 'address of the HTTP interface of the server' },
		user: { type: 'string', value: 'NAME', meaning: 'its password is in APP_ERRORS_DATABASE_PASSWORD' },
		dataset: { type: 'string', value: 'NAME', meaning: 'database of the server that has the records, for itself' },
		fields: { type: 'string', value: 'LIST', meaning: 'names with commas between; else all that are not personal' },
		'set-up': { type: 'boolean', meaning: 'make the dataset where there is none' },
		'print-set-up': { type: 'boolean', meaning: 'print the SQL that makes it and its users, and load nothing' },
		cluster: { type: 'string', value: 'NAME', meaning: 'with --print-set-up: on all nodes of a cluster' },
	},
	takes: [1, 10_000],
	async run(given, world) {
		const dataset = required(given, 'dataset');
		if (given.has('print-set-up')) {
			await using file = await readFile(await pathOf(given.operands[0] ?? '', world), world);
			const { columns } = chosenColumns(file.info, given.text('fields'));
			const fields = storedFields(columns.flatMap((column) => file.info.columns[column] ?? []));
			await writeAll(world.terminal.stdout, setUpScript(dataset, fields, given.text('cluster')));
			return exitCodes.done;
		}
		const connection = { url: addressOf(given), database: '', user: required(given, 'user') };
		if (world.terminal.env['APP_ERRORS_DATABASE_PASSWORD'] === undefined) {
			throw new UsageError('Set APP_ERRORS_DATABASE_PASSWORD; it may be empty.');
		}
		const rows: { file: string; records: number; added: number; load: number }[] = [];
		let total = 0;
		let told = '';
		for (const operand of given.operands) {
			const path = await pathOf(operand, world);
			await using file = await readFile(path, world);
			const { columns, names, leftOut } = chosenColumns(file.info, given.text('fields'));
			const words = `Loading into ${dataset} at ${new URL(connection.url).host}: ${names.join(', ')}.${leftOut.length > 0 ? ` Left out: ${leftOut.join(', ')}.` : ''}`;
			if (words !== told) {
				told = words;
				world.progress.note(words);
			}
			const order = { session: file.session, connection, dataset, columns, setUp: given.has('set-up') };
			const loaded = await world.engine.call('loadRecords', order, {
				signal: world.signal,
				untilEnded: true,
				onProgress: ({ stage, records, of }: LoadProgress) =>
					stage === 'waiting'
						? world.progress.state(stages.waiting)
						: world.progress.share(stages[stage], of === 0 ? 1 : records / of),
			});
			world.progress.clear();
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
					title({ foreign: dataset }, ` · ${formatCount(total)} records`),
					...table(
						['File', 'Records', 'Added'],
						rows.map(({ file, records, added }) => [{ foreign: file }, formatCount(records), formatCount(added)]),
					),
					line('Records that were there before are not there twice.'),
				],
			},
		};
	},
};

/** @param path A file of records, the folder of an export, or the manifest of kept records. */
function readFile(path: string, { engine, libraries, signal, progress }: World): Promise<ReadSession> {
	const onProgress = (share: number) => progress.share('reading', share);
	return ReadSession.read(engine, path, libraries, { signal, onProgress });
}

function pathOf(typed: string, { terminal }: World): Promise<string> {
	return recordsAt(resolve(terminal.cwd, typed));
}

interface ChosenFields {
	/** By their places. */
	readonly columns: readonly number[];
	readonly names: readonly string[];
	readonly leftOut: readonly string[];
}

/** @throws UsageError for a name that is none of a column */
function chosenColumns({ columns }: TableInfo, list: string | undefined): ChosenFields {
	const wanted = list
		?.split(',')
		.map((name) => name.trim())
		.filter(Boolean);
	const missing = wanted?.find((name) => !columns.some((column) => column.name === name));
	if (missing !== undefined) {
		throw new UsageError(`The records have no field ${missing}.`);
	}
	const isChosen = ({ name, personal }: TableInfo['columns'][number]) => wanted?.includes(name) ?? !personal;
	const chosen = columns.flatMap((column, place) => (isChosen(column) ? [place] : []));
	if (chosen.length === 0) {
		throw new UsageError('Name fields with --fields: without any, nothing can be loaded.');
	}
	return {
		columns: chosen,
		names: chosen.map((place) => columns[place]?.name ?? ''),
		leftOut: columns.filter((column) => !isChosen(column)).map(({ name }) => name),
	};
}

function addressOf(given: Given): string {
	const parsed = parseAddress(required(given, 'database'));
	if (!parsed.ok) {
		throw new UsageError('The address of --database is none.');
	}
	return parsed.address;
}

function required(given: Given, name: string): string {
	const typed = given.text(name);
	if (!typed) {
		throw new UsageError(`--${name} is missing`);
	}
	return typed;
}
