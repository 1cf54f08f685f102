import { sampleApplications } from '../../../../../src/sample/applications/applications';
import { Device } from '../../../../../src/sample/world/device';
import { Draws } from '../../../../../src/sample/world/random';

export interface SampleTrace {
	readonly application: number;
	readonly kind: number;
	readonly osName: string;
	readonly text: string;
}

/** Every error of every sample application, as `times` different occurrences. */
export function sampleTraces(times: number): SampleTrace[] {
	return sampleApplications.flatMap(({ id, packageName, records }) =>
		typeof records === 'string'
			? []
			: records.kinds.flatMap((kind, index) =>
					Array.from({ length: times }, (_, time) => {
						const osName = kind.os ?? records.systems[0][0];
						const text = kind.text({
							draws: new Draws(1000 * time + index),
							device: new Device(1000 * time + index, osName),
							version: records.versions[0],
							packageName,
							happenedAt: '2026-11-19 09:22:07',
						});
						return { application: id, kind: index, osName, text };
					}),
				),
	);
}
