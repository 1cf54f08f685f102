import { maskKnown } from './masks/knownValues';
import { maskSeparatedNumbers } from './masks/separatedNumbers';
import { TokenMasker } from './masks/tokenMasker';

export function maskPersonal(text: string, known: readonly string[] = []): string {
	return new TokenMasker(maskSeparatedNumbers(maskKnown(text, known))).masked();
}
