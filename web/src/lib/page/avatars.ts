/** The faces at the table. Each is a drawing in AvatarSprite.svelte. */
import { say, sentence } from '../language/language.svelte';

export const AVATARS = ['cat', 'owl', 'fox', 'bear', 'frog', 'rabbit', 'penguin', 'octopus', 'tiger'] as const;
const NAMES: Record<(typeof AVATARS)[number], ReturnType<typeof sentence>> = {
  cat: sentence('Cat'), owl: sentence('Owl'), fox: sentence('Fox'), bear: sentence('Bear'), frog: sentence('Frog'), rabbit: sentence('Rabbit'), penguin: sentence('Penguin'), octopus: sentence('Octopus'), tiger: sentence('Tiger'),
};
const BOTS = ['bot', 'bot2', 'bot3', 'bot4', 'bot5'] as const;

/** A face for everybody: the chosen one, a robot for a bot, or one that depends only on the name. */
export function faceOf(avatar: string, name = '', seat = 0): string {
  if ((AVATARS as readonly string[]).includes(avatar)) return avatar;
  if (avatar === 'robot' || avatar === 'bot') return BOTS[Math.max(0, seat) % BOTS.length] ?? 'bot';
  let sum = 7;
  for (const letter of avatar + name) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  return AVATARS[sum % AVATARS.length] ?? 'cat';
}

/** The name of a face. */
export function faceName(avatar: (typeof AVATARS)[number]): string {
  return say(NAMES[avatar]);
}
