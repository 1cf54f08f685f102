import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AgentRecords, type QuestionRecords } from '../../../src/engine/agentRecords';
import type { OpenRecords } from '../../../src/engine/recordSessions';
import { useTemporaryFolder } from '../core/export/support/temporaryFolder';
import { useOpenRecords } from './support/openRecords';

const { signal } = new AbortController();
const context = { signal, report: () => undefined };

/** A call of `pass` resolves `reached` and continues after `release` is called. */
function pause() {
	let reach = () => {};
	let release = () => {};
	const reached = new Promise<void>((resolve) => {
		reach = resolve;
	});
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	const pass = async () => {
		reach();
		await released;
	};
	return { reached, release, pass };
}

describe('files that agents query at the same time', () => {
	const opened = useOpenRecords();
	const folder = useTemporaryFolder();
	let sessions: OpenRecords['handlers'];
	let records: AgentRecords;
	let passCheck: () => Promise<void>;
	let passClosing: () => Promise<void>;

	beforeEach(async () => {
		for (let index = 0; index < 5; index++) {
			await writeFile(pathOf(index), 'error_name\ncrash\n');
		}
		({ handlers: sessions } = opened.create());
		passCheck = async () => undefined;
		passClosing = async () => undefined;
		records = new AgentRecords({
			records: {
				handlers: {
					...sessions,
					recordsChange: async (params, call) => {
						const change = await sessions.recordsChange(params, call);
						await passCheck();
						return change;
					},
					closeRecords: async (params, call) => {
						await sessions.closeRecords(params, call);
						await passClosing();
					},
				},
			},
			findMappings: async () => [],
		});
	});

	const pathOf = (index: number) => join(folder.path, `${index}.csv`);

	function sessionOf({ session }: QuestionRecords, index: number): Promise<string> {
		const path = pathOf(index);
		return session(
			{
				folder: path,
				path,
				application: { id: '101' },
				since: '2026-11-14 00:00:00',
				until: '2026-11-15 00:00:00',
				timeZone: undefined,
				dimension: 'default',
				records: 1,
				askedAt: 0,
				filters: [],
				flags: [],
			},
			signal,
		);
	}

	/** Fails if the session is closed before `meanwhile` resolves. */
	function query(index: number, meanwhile: () => Promise<void> = async () => undefined): Promise<void> {
		return records.during([], async (question) => {
			const session = await sessionOf(question, index);
			await meanwhile();
			await sessions.recordsChange({ session }, context);
		});
	}

	it('reopens a file that another query closed while the file was checked for changes', async () => {
		for (const index of [0, 1, 2]) {
			await query(index);
		}
		const check = pause();
		passCheck = check.pass;
		const again = query(0);
		await check.reached;
		await query(3);
		check.release();
		await again;
	});

	it('does not close a file during a query while other files are closed', async () => {
		const closing = pause();
		passClosing = closing.pass;
		const all = records.during([], async (question) => {
			for (const index of [0, 1, 2, 3, 4]) {
				await sessionOf(question, index);
			}
		});
		await closing.reached;
		await query(1, async () => {
			closing.release();
			await all;
		});
	});
});
