import { sampleApplications } from '../../../../../src/sample/applications/sampleApplications';
import type { Text } from '../../../../../src/sample/errors/template';
import { Device } from '../../../../../src/sample/world/device';
import { Draws } from '../../../../../src/sample/world/random';

export interface SampleTrace {
	readonly application: number;
	readonly kind: number;
	readonly name: string;
	readonly osName: string;
	readonly text: string;
}

/** Returns every error of every sample application with `times` different occurrences. */
export function sampleTraces(times: number): SampleTrace[] {
	return sampleApplications.flatMap(({ id, packageName, records }) =>
		typeof records === 'string'
			? []
			: records.kinds.flatMap((kind, index) =>
					Array.from({ length: times }, (_, time) => {
						const key = 1000 * time + index;
						const osName = kind.os ?? records.systems[0][0];
						const device = new Device(key, osName);
						const [version, happenedAt] = [records.versions[0], '2026-11-19 09:22:07'];
						const getText = (text: Text) =>
							typeof text === 'string'
								? text
								: text({ draws: new Draws(key), device, version, packageName, happenedAt });
						return { application: id, kind: index, name: getText(kind.name), osName, text: getText(kind.text) };
					}),
				),
	);
}
