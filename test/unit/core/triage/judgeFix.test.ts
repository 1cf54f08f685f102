import assert from 'node:assert/strict';
import { useTemporaryFolder } from '../export/support/temporaryFolder';
import { activeDevicesOf, judgeFix, readActiveDevices, recordsOf, type Traffic } from './support/fixHarness';

const old: Traffic = { version: '3.1', from: 0, to: 14, devices: 40, affected: 4 };
const fixed: Traffic = { version: '3.2', from: 14, to: 28, devices: 40, affected: 0 };

describe('verdicts on fixes', () => {
	const folder = useTemporaryFolder();

	const judge = async (traffic: readonly Traffic[], fixedIn: readonly string[] = ['3.2']) => {
		const verdict = await judgeFix(folder.path, recordsOf(traffic), { fixedIn });
		assert.ok(verdict);
		return verdict;
	};
	const kindOf = async (traffic: readonly Traffic[], fixedIn?: readonly string[]) => {
		const verdict = await judge(traffic, fixedIn);
		return verdict.kind === 'inconclusive' ? verdict.reason.kind : verdict.kind;
	};

	it('calls an error fixed if versions with the fix have many records but none of this error', async () => {
		const verdict = await judge([old, fixed]);
		assert.equal(verdict.kind, 'fixed');
		assert.ok(verdict.kind === 'fixed' && verdict.chance < 1e-6);
		assert.deepEqual(
			verdict.releases.map(({ version, devices, exposure }) => [version, devices, exposure]),
			[
				['3.1', 56, 560],
				['3.2', 0, 560],
			],
		);
		assert.ok(
			verdict.releases.every(
				({ low, high, devices, exposure }) => low <= devices / exposure && devices / exposure <= high,
			),
		);
	});

	it('reports that an error still happens if a fixed version has records of the error after the release', async () => {
		const verdict = await judge([old, fixed, { ...fixed, version: '3.2.1', from: 20, devices: 5, affected: 1 }]);
		assert.deepEqual([verdict.kind, 'version' in verdict && verdict.version], ['stillHappening', '3.2.1']);
	});

	it('judges a fix in an old release line only by versions of that line', async () => {
		const line = { ...old, version: '3.0.9' };
		const hotfix = { ...fixed, version: '3.0.10' };
		assert.equal(await kindOf([old, line, hotfix], ['3.0.10']), 'fixed');
		assert.equal(await kindOf([old, line, fixed, { ...hotfix, affected: 1 }], ['3.2', '3.0.10']), 'stillHappening');
	});

	it('confirms a fix only after each release line that had the error has enough records', async () => {
		const line = { ...old, version: '3.0.9' };
		assert.equal(await kindOf([old, line, fixed], ['3.2', '3.0.10']), 'tooEarly');
		assert.equal(await kindOf([old, line, fixed, { ...fixed, version: '3.0.10' }], ['3.2', '3.0.10']), 'fixed');
	});

	it('ignores records of earlier versions that arrive after the release of the fix', async () => {
		assert.equal(await kindOf([{ ...old, to: 28 }, fixed]), 'fixed');
	});

	it('confirms a fix only after the fix has reached the app package that had the error', async () => {
		const other = { ...old, package: 'com.example.other', affected: 0 };
		const otherFixed = { ...fixed, package: 'com.example.other' };
		const rare = { ...old, package: 'com.example.other', to: 1, affected: 1 };
		assert.equal(await kindOf([old, other, rare, otherFixed]), 'tooEarly');
		assert.equal(await kindOf([old, other, rare, otherFixed, fixed]), 'fixed');
	});

	it('judges build numbers in the same way as versions', async () => {
		assert.equal(
			await kindOf(
				[
					{ ...old, version: '998' },
					{ ...fixed, version: '1002' },
				],
				['1000'],
			),
			'fixed',
		);
	});

	it('estimates how many more devices are needed during a staged rollout', async () => {
		const staged = { ...fixed, devices: 1 };
		const verdict = await judge([old, staged]);
		assert.ok(verdict.kind === 'tooEarly');
		assert.ok(verdict.moreDevices > 10 && verdict.moreDevices < 60, `${verdict.moreDevices}`);
		assert.equal(verdict.moreDays, 0);
		const more = Math.ceil(verdict.moreDevices / 14);
		assert.equal(await kindOf([old, { ...staged, devices: 1 + more }]), 'fixed');
		assert.equal(await kindOf([old, { ...staged, devices: Math.max(1, more - 1) }]), 'tooEarly');
	});

	it('reports an inconclusive result if versions with the fix have a new group with similar frames', async () => {
		const renamed = { ...fixed, affected: 4, method: 'sumOfCart' };
		const verdict = await judge([{ ...old, affected: 8 }, renamed]);
		assert.ok(verdict.kind === 'inconclusive' && verdict.reason.kind === 'renamed');
		assert.match(verdict.reason.to, /sumOfCart/);
	});

	it('judges a fix by later versions if the version with the fix was withdrawn', async () => {
		const withdrawn = { ...fixed, to: 15, devices: 2 };
		assert.equal(await kindOf([old, withdrawn, { ...fixed, version: '3.2.1', from: 15 }]), 'fixed');
		assert.equal(await kindOf([{ ...old, to: 28 }, withdrawn]), 'tooEarly');
	});

	it('waits for a full week, because an error may occur only on some weekdays', async () => {
		const weekend = { ...old, affected: 8, weekdays: [5, 6] };
		const verdict = await judge([weekend, { ...fixed, to: 19 }]);
		assert.ok(verdict.kind === 'tooEarly' && verdict.moreDays === 3, JSON.stringify(verdict));
		assert.equal(await kindOf([weekend, fixed]), 'fixed');
	});

	it('ignores earlier versions without the error if they have enough records', async () => {
		const earlier = { ...old, version: '3.0', to: 28, affected: 0 };
		const introduced = { ...old, from: 28, to: 30, affected: 20 };
		const verdict = await judge([earlier, introduced, { ...fixed, from: 30, to: 38 }]);
		assert.equal(verdict.kind, 'fixed');
		assert.deepEqual(
			verdict.releases.map(({ version }) => version),
			['3.0', '3.1', '3.2'],
		);
		const staged = { ...fixed, devices: 1 };
		const moreAfter = async (traffic: readonly Traffic[]) => {
			const found = await judge([...traffic, old, staged]);
			return found.kind === 'tooEarly' ? found.moreDevices : Number.NaN;
		};
		const rare = await moreAfter([{ ...old, version: '3.0', to: 1, devices: 30, affected: 0 }]);
		assert.ok(rare > (await moreAfter([])), `${rare}`);
	});

	it('reports an inconclusive result for an outbreak that affected many devices on a single day', async () => {
		const outbreak = { ...old, affected: 30, from: 13, devices: 40 };
		assert.equal(await kindOf([{ ...old, affected: 0, to: 13 }, outbreak, fixed]), 'tooFewBefore');
	});

	it('reports an inconclusive result if the error or the records before the fix are missing or incomplete', async () => {
		assert.equal(await kindOf([{ ...old, to: 1, affected: 1 }, fixed]), 'tooFewBefore');
		const text = recordsOf([old, fixed]);
		for (const proof of ['cut', 'unproven'] as const) {
			const verdict = await judgeFix(folder.path, text, { fixedIn: ['3.2'], proof });
			assert.equal(verdict?.kind === 'inconclusive' && verdict.reason.kind, proof);
		}
		for (const [known, unknown, kind] of [
			['app_version_name', 'other', 'noVersions'],
			[/\d{4}-\d\d-\d\d [\d:]+/g, '', 'noTimes'],
			['hashed_device_id', 'other', 'noDevices'],
		] as const) {
			const verdict = await judgeFix(folder.path, text.replace(known, unknown), { fixedIn: ['3.2'] });
			assert.equal(verdict?.kind === 'inconclusive' && verdict.reason.kind, kind);
		}
	});

	describe('fixes judged by active devices', () => {
		const active = activeDevicesOf([
			{ ...old, devices: 1000 },
			{ ...fixed, devices: 1000 },
		]);

		it('calls an error fixed if versions with the fix have many active devices but no errors', async () => {
			const records = recordsOf([old, { ...fixed, devices: 1 }]);
			assert.equal((await judgeFix(folder.path, records, { fixedIn: ['3.2'] }))?.kind, 'tooEarly');
			const verdict = await judgeFix(folder.path, records, { fixedIn: ['3.2'], active });
			assert.equal(verdict?.kind, 'fixed');
			assert.deepEqual(
				verdict?.releases.map(({ exposure }) => exposure),
				[14_000, 13_000],
			);
		});

		it('reports an inconclusive result if a version with the error has no active devices', async () => {
			const records = recordsOf([old, fixed]);
			const verdict = await judgeFix(folder.path, records, { fixedIn: ['3.2'], active: activeDevicesOf([fixed]) });
			assert.equal(verdict?.kind === 'inconclusive' && verdict.reason.kind, 'noActiveDevices');
		});

		it('sums the active devices of all spellings of a version, and ignores other days', async () => {
			const devices = await readActiveDevices(
				folder.path,
				'Date;Version;Devices\n2026-10-05;v3.1;10\n2026-10-05;3.1;5\n2026-10-09;3.1;7\n2026-10-06;3.2;9\n',
			);
			const daysFrom = (first: number, last: number) => ({
				first: Date.UTC(2026, 9, first, 9) / 1000,
				last: Date.UTC(2026, 9, last, 9) / 1000,
			});
			assert.equal(devices.deviceDays(['3.1'], daysFrom(5, 9), 'UTC'), 15);
			assert.equal(devices.deviceDays(['3.1', 'v3.1', '3.2'], daysFrom(6, 10), 'UTC'), 16);
		});

		it('rejects an active-devices file with missing columns, invalid dates or invalid numbers', async () => {
			for (const [text, fault] of [
				['day,version,devices\n2026-10-05,3.1,10\n', 'columns'],
				['date,version,devices\n2026-10-05,3.1,10\nOct 6,3.1,10\n', { record: 2 }],
				['date,version,devices\n2026-10-05,3.1,-1\n', { record: 1 }],
				['date,version,devices\n2026-02-30,3.1,10\n', { record: 1 }],
			] as const) {
				await assert.rejects(readActiveDevices(folder.path, text), {
					problem: { kind: 'activeDevices', path: 'active.csv', fault },
				});
			}
		});
	});
});
