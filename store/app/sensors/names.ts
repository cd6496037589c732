import { randomInt } from 'node:crypto'

const firsts =
  'Able Amber Ample Arctic Autumn Brave Brisk Calm Candid Cedar Civil Clever Coastal Copper Coral Cosmic Crisp Dapper Daring Eager Early Earnest Fabled Fair Fleet Fond Gentle Gifted Glad Golden Grand Hardy Humble Ideal Jolly Keen Kind Lively Loyal Lucid Lunar Mellow Merry Mild Misty Modest Noble Novel Olive Patient Placid Plucky Polite Prime Proud Quick Quiet Rapid Ready Regal Robust Rustic Sage Scarlet Serene Sharp Silent Silver Sleek Solar Solid Steady Stellar Stoic Sunny Sure Swift Tidy Tranquil Trusty Upbeat Valiant Velvet Vivid Warm Wise Witty Young Zesty'.split(
    ' ',
  )
const lasts =
  'Albatross Antelope Badger Beaver Bison Bobcat Buffalo Bunting Caribou Cheetah Condor Cormorant Cougar Coyote Crane Curlew Dolphin Dormouse Eagle Egret Elk Ermine Falcon Ferret Finch Flamingo Fox Gazelle Gecko Gibbon Goldfinch Goose Grouse Gull Hare Harrier Hawk Hedgehog Heron Hoopoe Hornbill Ibex Ibis Impala Jackdaw Jaguar Jay Kestrel Kingfisher Kite Kiwi Kudu Lapwing Lark Lemur Leopard Linnet Lynx Magpie Mallard Marmot Marten Merlin Mole Moose Newt Nightjar Ocelot Orca Osprey Otter Owl Panther Partridge Pelican Penguin Perch Petrel Pike Plover Puffin Puma Quail Raven Robin Salmon Sandpiper Seal Shrike Skylark Sparrow Starling Stork Sturgeon Swan Swift Tapir Tern Thrush Toucan Trout Turtle Vole Vulture Walrus Warbler Weasel Whale Wren Zebra'.split(
    ' ',
  )

/** A name of two words that none of these has; after many tries one with a number. */
export function freshName(taken: ReadonlySet<string>): string {
  for (let tries = 0; tries < 100; tries++) {
    const name = twoWords()
    if (!taken.has(name)) return name
  }
  const name = twoWords()
  for (let number = 2; ; number++) if (!taken.has(`${name} ${number}`)) return `${name} ${number}`
}

const twoWords = (): string => `${firsts[randomInt(firsts.length)]} ${lasts[randomInt(lasts.length)]}`
