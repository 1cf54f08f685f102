import { getHalves } from '../query/values/numberText';
import type { HeldDictionary } from '../table/fileIndex';
import type { CodedNumbers, NumberValues } from '../table/table';

export function numbersOfTexts(values: HeldDictionary, form: NumberValues['form']): CodedNumbers | undefined {
	if (values.asNumbers) {
		return values.asNumbers.form === form ? values.asNumbers : undefined;
	}
	const { size } = values;
	const low = new Uint32Array(size);
	const high = new Uint32Array(size);
	for (let code = 1; code < size; code++) {
		const halves = getHalves(form, values.value(code));
		if (!halves) {
			return undefined;
		}
		low[code] = halves.low;
		high[code] = halves.high;
	}
	return { form, low, high: high.some((half) => half !== 0) ? high : undefined };
}
