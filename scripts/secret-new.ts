import { newKey } from './secret-keys';

console.log(newKey());
