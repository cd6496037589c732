import { Gatherer } from './sensor/flows/gatherer.ts'
import { Whose } from './sensor/flows/whose.ts'
import { pcapngOf } from './sensor/flows/pcapng.ts'
import { Losses } from './sensor/losses.ts'
import { host, visit, frameOf } from './sensor/testing/visits.ts'
import { pcap, pcapRecord } from './packet/build/pcap.ts'
import { PcapReader } from './packet/capture/pcap.ts'
let now=0
let flows: any[]=[]
const w = new Whose(host)
const g = new Gatherer((p,t)=>w.of(p,t), f=>flows.push(f), new Losses())
const r = new PcapReader({record: x=>g.packet(x,{name:'any',linkType:1},now), skip: console.log})
r.push(pcap([]))
const recs: Uint8Array[]=[]
for(let i=0;i<20000;i++){ const f=visit(1024+i%60000, 1+(i*7)%65000, `198.51.${i%250}.${(i>>8)%250}`); recs.push(pcapRecord(1e12+i, frameOf(f,'in',{flags:'S'})), pcapRecord(1e12+i, frameOf(f,'out',{flags:'RA'}))) }
const chunk = Buffer.concat(recs)
let a=0,b=0,c=0
for(let k=0;k<8;k++){ let t=performance.now(); r.push(chunk); a+=performance.now()-t; t=performance.now(); now+=1000; g.tick(now); b+=performance.now()-t; t=performance.now(); pcapngOf(flows); c+=performance.now()-t; flows=[] }
console.log('read+gather', a/8, 'tick', b/8, 'pcapng', c/8, 'ms per 40000')
